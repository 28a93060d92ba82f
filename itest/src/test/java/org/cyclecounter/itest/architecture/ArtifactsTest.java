// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The artifacts of docs/deployment.md have a version, and the classes that it tells to import. */
class ArtifactsTest {

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| .+ \\| `(cyclecounter[a-z-]*)`.* \\| (compile|test) \\| `([\\w.]+)` \\|$");

  private record Artifact(String name, String scope, String className) {
    String module() {
      return ("org." + name.replaceFirst("-", ".")).replace("-", "");
    }

    String packageName() {
      return className.substring(0, className.lastIndexOf('.'));
    }
  }

  private static String read(String file) throws IOException {
    return Files.readString(PublishedModule.PROJECT.resolve(file));
  }

  private static List<Artifact> artifacts() throws IOException {
    List<Artifact> artifacts =
        ROW.matcher(read("docs/deployment.md"))
            .results()
            .map(row -> new Artifact(row.group(1), row.group(2), row.group(3)))
            .toList();
    assertThat(artifacts).hasSizeGreaterThan(5);
    return artifacts;
  }

  @Test
  void haveVersionAndScope() throws IOException {
    String bom = read("distribution/cyclecounter-bom/pom.xml");
    for (Artifact artifact : artifacts()) {
      assertThat(bom).contains("<artifactId>" + artifact.name() + "</artifactId>");
      boolean isForTests = artifact.name().matches(".*-(tck|instructions|constant-time)");
      assertThat(artifact.scope()).isEqualTo(isForTests ? "test" : "compile");
    }
  }

  /** The module has the class itself, or requires one for its users that has it. */
  @Test
  void haveTheClass() throws IOException {
    Map<String, PublishedModule> modules = new HashMap<>();
    for (PublishedModule module : PublishedModule.all()) {
      module.descriptor().ifPresent(descriptor -> modules.put(descriptor.name(), module));
    }
    for (Artifact artifact : artifacts()) {
      assertThat(modules).containsKey(artifact.module());
      ModuleDescriptor own = modules.get(artifact.module()).descriptor().orElseThrow();
      String file = artifact.className().replace('.', '/') + ".class";
      List<String> having =
          Stream.concat(
                  Stream.of(own.name()),
                  own.requires().stream()
                      .filter(other -> other.modifiers().contains(Requires.Modifier.TRANSITIVE))
                      .map(Requires::name))
              .filter(modules::containsKey)
              .filter(name -> Files.exists(modules.get(name).classes().resolve(file)))
              .toList();
      assertThat(having).as(artifact.toString()).hasSize(1);
      assertThat(modules.get(having.get(0)).packagesOfUsers())
          .as(artifact.toString())
          .contains(artifact.packageName());
    }
  }
}
