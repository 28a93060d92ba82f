// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.List;

/**
 * What decides whether this process may count cycles through Linux's perf events.
 *
 * @param devices all that {@code /sys/bus/event_source/devices} lists
 * @param corePmus those of them that count what cores do; none in most virtual machines
 * @param paranoid {@code kernel.perf_event_paranoid}: from 3 on, which is a distribution's own,
 *     nothing is counted without {@code CAP_PERFMON}; 2 allows a user's own programs
 * @param userAccess {@code kernel.perf_user_access}, on ARM and RISC-V: whether counters are read
 *     by an instruction
 * @param rdpmc the smallest value in the PMUs' {@code rdpmc}, on x86: 0 never, 1 with a mapped
 *     event, 2 always
 * @param nmiWatchdog whether {@code kernel.nmi_watchdog} holds one hardware counter of each core
 * @param isPrivileged whether this process has {@code CAP_PERFMON} or {@code CAP_SYS_ADMIN} in the
 *     first user namespace, so that {@code paranoid} does not bind it
 */
public record PerfFacts(
    Known<List<String>> devices,
    Known<List<String>> corePmus,
    Known<Long> paranoid,
    Known<Long> userAccess,
    Known<Long> rdpmc,
    Known<Boolean> nmiWatchdog,
    Known<Boolean> isPrivileged,
    Known<Boolean> seccomp) {}
