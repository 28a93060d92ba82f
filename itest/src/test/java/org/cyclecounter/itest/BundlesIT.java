package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Every JAR of the project resolves and starts in a bare Felix, without JNA or picocli. */
class BundlesIT {

  @TempDir Path storage;

  @Test
  void everyJarIsABundleThatStarts() throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
    framework.start();
    try {
      List<Bundle> bundles = new ArrayList<>();
      try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
        for (Path jar : jars.filter(BundlesIT::isOurs).toList()) {
          bundles.add(framework.getBundleContext().installBundle(jar.toUri().toString()));
        }
      }
      for (Bundle bundle : bundles) {
        bundle.start();
      }
      assertThat(bundles)
          .extracting(Bundle::getSymbolicName)
          .containsExactlyInAnyOrder(
              "org.cyclecounter.api",
              "org.cyclecounter.selector",
              "org.cyclecounter.x86",
              "org.cyclecounter.arm",
              "org.cyclecounter.power",
              "org.cyclecounter.riscv",
              "org.cyclecounter.misc",
              "org.cyclecounter.os",
              "org.cyclecounter.bench");
      assertThat(bundles).allMatch(bundle -> bundle.getState() == Bundle.ACTIVE);
    } finally {
      framework.stop();
      framework.waitForStop(10_000);
    }
  }

  private static boolean isOurs(Path jar) {
    return jar.getFileName().toString().startsWith("cyclecounter-");
  }
}
