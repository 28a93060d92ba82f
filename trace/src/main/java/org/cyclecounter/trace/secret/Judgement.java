// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.List;

/**
 * The result of one method.
 *
 * @param findings the places that depend on the secret
 * @param notJudged how much of one run it did not judge: bytecodes or instructions
 * @param undecided why it cannot decide, and where, one sentence; empty if it can
 * @param remark on what was judged, such as a processor that is not this one; empty for nothing
 */
record Judgement(List<Finding> findings, long notJudged, String undecided, String remark) {}
