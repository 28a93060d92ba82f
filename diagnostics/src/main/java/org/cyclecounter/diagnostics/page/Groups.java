// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.List;
import org.cyclecounter.diagnostics.page.Group.Member;

/**
 * The operations of a page by their size.
 *
 * @param all at least one group, in the order of their first operations
 */
record Groups(List<Group> all) {

  List<Member> members() {
    return all.stream().flatMap(group -> group.members().stream()).toList();
  }

  /** Returns the operations that are compared with one of the same size. */
  List<Member> others() {
    return all.stream().flatMap(group -> group.others().stream()).toList();
  }

  Member first() {
    return all.get(0).first();
  }

  boolean isOne() {
    return all.size() == 1;
  }

  /** Returns true for an operation with which those of its size are compared. */
  boolean isFirst(Member member) {
    return all.stream().anyMatch(group -> group.first().equals(member));
  }

  boolean hasBytes() {
    return all.stream().anyMatch(group -> group.bytes() > 0);
  }

  /** Returns true if the sizes are known and differ, so that only costs of a byte compare. */
  boolean isPerByte() {
    return all.size() > 1 && all.stream().allMatch(group -> group.bytes() > 0);
  }

  /** Returns the unit of all costs. */
  String unit() {
    return all.get(0).unit();
  }
}
