// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Every POM that is published has the elements that Maven Central requires, itself or by its
 * parents, and no other is published.
 */
class PublishedPomsIT {

  private static final Path ROOT = Path.of(System.getProperty("machines.root")).normalize();

  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  private static final List<String> PLACES =
      List.of(
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "developers/developer/organization",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private static final String URL = "https://github.com/cyclecounter/cyclecounter";

  private static final Map<Path, Element> POMS = new HashMap<>();

  private static Element pom(Path folder) throws Exception {
    Path pom = folder.resolve("pom.xml").normalize();
    if (!POMS.containsKey(pom)) {
      var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      POMS.put(pom, parser.parse(pom.toFile()).getDocumentElement());
    }
    return POMS.get(pom);
  }

  /** The text of an element at a place below another; empty where there is none. */
  private static String text(Node from, String place) throws Exception {
    return XPATH.evaluate(place, from).strip();
  }

  private static List<Path> modules(Path folder) throws Exception {
    List<Path> all = new ArrayList<>(List.of(folder));
    NodeList modules =
        (NodeList) XPATH.evaluate("modules/module", pom(folder), XPathConstants.NODESET);
    for (int i = 0; i < modules.getLength(); i++) {
      all.addAll(modules(folder.resolve(modules.item(i).getTextContent().strip())));
    }
    return all;
  }

  /**
   * The text at a place of a POM, or of the nearest of its parents that has it; empty if none has.
   */
  private static String inherited(Path folder, String place) throws Exception {
    Element pom = pom(folder);
    String own = text(pom, place);
    if (!own.isEmpty() || text(pom, "parent/artifactId").isEmpty()) {
      return own;
    }
    String parent = text(pom, "parent/relativePath");
    return inherited(folder.resolve(parent.isEmpty() ? "../pom.xml" : parent).getParent(), place);
  }

  /** Its POM is a user's; docs/release.md does not name it, which itest/outside/run checks. */
  private static boolean isUsers(Path folder) {
    return folder.startsWith(ROOT.resolve("distribution/templates"))
        || folder.startsWith(ROOT.resolve("samples"));
  }

  private static boolean isPublished(Path folder) throws Exception {
    return !isUsers(folder) && !inherited(folder, "properties/maven.deploy.skip").equals("true");
  }

  @Test
  void haveWhatMavenCentralAsksFor() throws Exception {
    Element parent = pom(ROOT);
    int published = 0;
    for (Path folder : modules(ROOT)) {
      if (!isPublished(folder)) {
        continue;
      }
      published++;
      Element pom = pom(folder);
      String name = ROOT.relativize(folder) + ": ";
      assertThat(text(pom, "name")).as(name + "name").isNotEmpty();
      assertThat(text(pom, "description")).as(name + "description").isNotEmpty();
      for (String place : PLACES) {
        // One address for all, in the BOM too, which has no parent.
        assertThat(inherited(folder, place))
            .as(name + place)
            .isNotEmpty()
            .isEqualTo(text(parent, place));
      }
    }
    assertThat(published).isEqualTo(25);
  }

  @Test
  void addressIsNotLengthenedByFolderOfModule() throws Exception {
    Element parent = pom(ROOT);
    assertThat(text(parent, "url")).isEqualTo(URL);
    assertThat(parent.getAttribute("child.project.url.inherit.append.path")).isEqualTo("false");
    Element scm = (Element) parent.getElementsByTagName("scm").item(0);
    for (String part : List.of("connection", "developerConnection", "url")) {
      assertThat(scm.getAttribute("child.scm." + part + ".inherit.append.path"))
          .as(part)
          .isEqualTo("false");
    }
  }

  @Test
  void testsAndExamplesAreNeverPublishedAndEverythingElseIs() throws Exception {
    for (Path folder : modules(ROOT)) {
      assertThat(isPublished(folder))
          .as(folder.toString())
          .isEqualTo(
              !folder.startsWith(ROOT.resolve("itest"))
                  && !folder.endsWith("test-times")
                  && !isUsers(folder));
    }
    // In a profile, and so among no modules above.
    assertThat(isPublished(ROOT.resolve("itest/browser"))).isFalse();
  }

  @Test
  void haveOneVersion() throws Exception {
    String version = text(pom(ROOT), "version");
    for (Path folder : modules(ROOT)) {
      Element pom = pom(folder);
      String own =
          isUsers(folder)
              ? text(pom, "dependencyManagement/dependencies/dependency/version")
              : text(pom, "version");
      assertThat(own.isEmpty() ? text(pom, "parent/version") : own)
          .as(folder.toString())
          .isEqualTo(version);
    }
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains("<version>" + version + "</version>", ":cyclecounter:" + version + "\"");
    assertThat(Files.readString(ROOT.resolve("docs/deployment.md")))
        .contains("<version>" + version + "</version>", "cyclecounter-bom:" + version + "\"");
  }
}
