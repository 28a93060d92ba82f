// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Constants;

/** The JARs' manifests. */
class MetadataIT {

  @ParameterizedTest
  @ValueSource(strings = {"x86", "arm", "power", "riscv", "misc", "os"})
  void providerDeclaresServiceAndImportsNoOsgi(String name) throws Exception {
    try (JarFile jar = new JarFile(Container.jar("cyclecounter-" + name).toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue(Constants.PROVIDE_CAPABILITY))
          .contains("osgi.serviceloader;", '"' + Ours.SPI + '"');
      assertThat(manifest.getValue(Constants.REQUIRE_CAPABILITY))
          .containsPattern("osgi.serviceloader.registrar[^,]*resolution:=optional");
      assertThat(manifest.getValue(Constants.BUNDLE_NATIVECODE)).endsWith(",*");
      for (String clause : manifest.getValue(Constants.BUNDLE_NATIVECODE).split(",")) {
        String file = clause.split(";")[0];
        assertThat(file.equals("*") || jar.getEntry(file) != null).as(file).isTrue();
      }
      assertThat(manifest.getValue(Constants.IMPORT_PACKAGE)).doesNotContain("org.osgi");
      assertThat(manifest.getValue(Constants.EXPORT_PACKAGE)).isNull();
      assertThat(manifest.getValue(Constants.BUNDLE_ACTIVATOR)).isNull();
      assertThat(jar.getEntry("META-INF/services/" + Ours.SPI)).isNotNull();
    }
  }

  /** A mediator would make a second OSGi service of it. */
  @Test
  void offersTheSelectedCounterToNoMediator() throws Exception {
    try (JarFile jar = new JarFile(Container.jar("cyclecounter-selector").toFile())) {
      assertThat(jar.getEntry("META-INF/services/org.cyclecounter.CycleCounter")).isNotNull();
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue(Constants.PROVIDE_CAPABILITY))
          .doesNotContain("osgi.serviceloader");
      assertThat(manifest.getValue(Constants.REQUIRE_CAPABILITY))
          .doesNotContain("osgi.serviceloader.registrar");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"api", "selector", "bench", "clock", "diagnostics"})
  void exportsHaveVersionsAndUses(String name) throws Exception {
    try (JarFile jar = new JarFile(Container.jar("cyclecounter-" + name).toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      for (String clause : clauses(manifest.getValue(Constants.EXPORT_PACKAGE))) {
        assertThat(clause).contains(";version=");
        if (clause.contains("friend=")) {
          assertThat(clause).contains("mandatory:=friend"); // nobody else imports it by accident
        } else {
          // Only what uses nothing of another package has nothing to say.
          assertThat(clause.contains("uses:=")).isEqualTo(!clause.startsWith("org.cyclecounter;"));
        }
      }
      for (String clause : clauses(manifest.getValue(Constants.IMPORT_PACKAGE))) {
        if (clause.contains("resolution:=optional")) {
          assertThat(clause)
              .matches(
                  "(com\\.sun\\.(jna|management)|org\\.cyclecounter\\.(constanttime|instructions)|org\\.openjdk\\.jmh|picocli).*");
        }
      }
    }
  }

  @Test
  void consolePlugInImportsModelAndSelectorAndExportsNothing() throws Exception {
    try (JarFile jar = new JarFile(Container.jar("cyclecounter-webconsole").toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue(Constants.EXPORT_PACKAGE)).isNull();
      assertThat(manifest.getValue(Constants.IMPORT_PACKAGE))
          .contains(
              "org.cyclecounter.diagnostics.osgi;friend=webconsole", "org.cyclecounter.selector;")
          .doesNotContain("servlet", "org.cyclecounter;", "org.cyclecounter.bench");
      assertThat(manifest.getValue(Constants.DYNAMICIMPORT_PACKAGE))
          .contains("jakarta.servlet;version=\"[5.0,7)\"", "javax.servlet;version=\"[3.1,5)\"");
      assertThat(manifest.getValue("Automatic-Module-Name"))
          .isEqualTo(manifest.getValue(Constants.BUNDLE_SYMBOLICNAME))
          .isEqualTo("org.cyclecounter.webconsole");
    }
  }

  private static String[] clauses(String header) {
    return header.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
  }
}
