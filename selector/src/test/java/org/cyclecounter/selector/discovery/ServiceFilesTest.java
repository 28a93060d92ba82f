// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceFilesTest {

  private static final String FILE = "META-INF/services/org.cyclecounter.spi.CycleCounterProvider";

  @TempDir Path folder;

  private final List<ServiceFiles.Line> lines = new ArrayList<>();

  @Test
  void readsJarsAndFoldersOfAClassPath() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("a class folder"));
    Files.createDirectories(classes.resolve(FILE).getParent());
    Files.writeString(classes.resolve(FILE), "# ours\r\n\r\n acme.One # the first\racme.Two");
    Path jar = jar("lib 100%.jar", FILE, "acme.Three\n");
    assertThat(read(classes, folder.resolve("gone.jar"), jar, jar("other.jar", "x", ""))).isTrue();
    assertThat(lines)
        .containsExactly(
            new ServiceFiles.Line("acme.One", FILE),
            new ServiceFiles.Line("acme.Two", FILE),
            new ServiceFiles.Line("acme.Three", FILE + " of lib 100%.jar"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Class-Path: b.jar\n", "Manifest-Version: 1.0\r\nclass-path: b.jar\r\n"})
  void leavesJarsThatNameOthersToServiceLoader(String manifest) throws IOException {
    assertThat(read(jar("a.jar", "META-INF/MANIFEST.MF", manifest))).isFalse();
  }

  @Test
  void readsAManifestThatNamesNoOthers() throws IOException {
    String manifest = "Manifest-Version: 1.0\nX-Class-Path: b.jar\nName: Class-Path\n";
    assertThat(read(jar("a.jar", "META-INF/MANIFEST.MF", manifest))).isTrue();
  }

  /** Some editors write one, and Java takes it for a part of the name. */
  @Test
  void showsByteOrderMark() throws IOException {
    assertThat(read(jar("a.jar", FILE, "\ufeffacme.One\n"))).isTrue();
    Rejected rejected = new Rejected(lines.get(0).type(), lines.get(0).rejection());
    assertThat(Reports.unusable(rejected).reason())
        .startsWith("[U+FEFF]acme.One, listed in META-INF/services/")
        .contains(" of a.jar, is not found; correct the name");
  }

  /** ServiceLoader reads no service file of a module with a descriptor. */
  @Test
  void namesWhatModuleListsButDoesNotProvide() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "acme.Listed\nacme.Provided\n");
    ModuleDescriptor descriptor =
        ModuleDescriptor.newModule("acme")
            .packages(Set.of("acme"))
            .provides("java.lang.Runnable", List.of("acme.Provided"))
            .build();
    ModuleReader reader =
        (ModuleReader)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ModuleReader.class},
                (proxy, method, arguments) -> Optional.of(file.toUri()));
    ModuleReference reference =
        new ModuleReference(descriptor, null) {
          @Override
          public ModuleReader open() {
            return reader;
          }
        };
    ModuleFinder finder =
        new ModuleFinder() {
          @Override
          public Optional<ModuleReference> find(String name) {
            return name.equals("acme") ? Optional.of(reference) : Optional.empty();
          }

          @Override
          public Set<ModuleReference> findAll() {
            return Set.of(reference);
          }
        };
    ModuleLayer boot = ModuleLayer.boot();
    Configuration acme = boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("acme"));
    List<Rejected> rejected = new ArrayList<>();
    ServiceFiles.addNotProvided(boot.defineModulesWithOneLoader(acme, null), rejected);
    assertThat(rejected)
        .singleElement()
        .isEqualTo(
            new Rejected("acme.Listed", Rejection.of(Code.NOT_PROVIDED, "acme.Listed", "acme")));
  }

  private boolean read(Path... entries) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path entry : entries) {
      names.add(entry.toString());
    }
    return ServiceFiles.read(String.join(File.pathSeparator, names), lines);
  }

  private Path jar(String name, String entry, String content) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }
}
