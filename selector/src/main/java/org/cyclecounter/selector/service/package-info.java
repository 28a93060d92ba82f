// SPDX-License-Identifier: Apache-2.0
/** The selected counter as a service of the platform; a container has it as an OSGi service. */
package org.cyclecounter.selector.service;
