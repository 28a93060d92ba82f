// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Environments in which no child JVM can be started. */
class IsolationIT {

  private static final String MODULES =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";

  /** Of the processes and threads that a user may have: too few for a second JVM. */
  private static final int ENOUGH_FOR_ONE_JVM = 24;

  /** The child says that it gets no thread, or dies before it can. */
  private static final String NO_THREAD =
      "  amd64-tsc .*rejected: it may crash, and .*"
          + "((unable to create|Failed to start).*thread|crashed or exited, status 1).*";

  /** A user id of a range that systemd leaves unused. */
  private static final int FIRST_USER = 60_600;

  private static final int LAST_USER = 61_100;

  @TempDir Path directory;

  /** A user whose threads are this test's: no other build has the lock, and no process is its. */
  private record OtherUser(String id, FileLock lock) implements AutoCloseable {

    static OtherUser take() throws IOException {
      for (int id = FIRST_USER; id < LAST_USER; id++) {
        String name = Integer.toString(id);
        Path file = Path.of("/tmp", "cyclecounter-user-" + name + ".lock");
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock != null
            && ProcessHandle.allProcesses()
                .noneMatch(process -> process.info().user().filter(name::equals).isPresent())) {
          return new OtherUser(name, lock);
        }
        channel.close();
      }
      throw new IllegalStateException("each user has processes");
    }

    @Override
    public void close() throws IOException {
      lock.acquiredBy().close();
    }
  }

  @Test
  void whereNoSecondProcessIsAllowedWhatMayCrashIsRejectedAndAClockIsSelected() throws Exception {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "the counter used here is of counter-x86");
    assumeTrue(
        Files.exists(Path.of("/usr/bin/setpriv")) && "root".equals(System.getProperty("user.name")),
        "the limit is made with setpriv and prlimit, by root");
    Path mods = Java.copyMods(directory.resolve("mods"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Java.Result result;
    try (OtherUser user = OtherUser.take()) {
      List<String> command = new ArrayList<>();
      command.addAll(List.of("setpriv", "--reuid=" + user.id(), "--regid=" + user.id()));
      command.addAll(List.of("--clear-groups", "prlimit", "--nproc=" + ENOUGH_FOR_ONE_JVM));
      command.addAll(List.of(Java.path("java"), "-Xint", "-XX:+UseSerialGC"));
      command.addAll(List.of("-Djava.io.tmpdir=/tmp", "-Dorg.cyclecounter.probe.seconds=60"));
      command.addAll(List.of(Java.nativeAccess(MODULES), "-p", mods.toString()));
      command.addAll(List.of("-m", "org.cyclecounter.tools", "list", "--isolation", "jvm"));
      result = Java.run(new ProcessBuilder(command));
    }
    System.out.println(String.join("\n", result.out()));
    assertThat(result.status()).isZero();
    assertThat(Listed.withReasons(result.out()))
        .anyMatch(line -> line.matches(NO_THREAD))
        .anyMatch(line -> line.matches("\\* default-.*"));
  }
}
