// SPDX-License-Identifier: Apache-2.0
package com.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Validates each SBOM of a staged repository against CycloneDX's schema. */
public final class Sboms {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Sboms() {}

  public static void main(String[] arguments) throws IOException {
    List<Path> poms;
    try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
      poms = files.filter(file -> file.toString().endsWith(".pom")).sorted().toList();
    }
    JsonSchema schema =
        JsonSchemaFactory.getInstance(
                VersionFlag.V7,
                builder ->
                    builder.schemaMappers(
                        mappers -> mappers.mapPrefix("http://cyclonedx.org/schema/", "classpath:")))
            .getSchema(SchemaLocation.of("http://cyclonedx.org/schema/bom-1.6.schema.json"));
    List<String> without = new ArrayList<>();
    int validated = 0;
    for (Path pom : poms) {
      Path sbom = Path.of(pom.toString().replaceFirst("\\.pom$", "-cyclonedx.json"));
      String artifact = pom.getParent().getParent().getFileName().toString();
      if (!Files.exists(sbom)) {
        without.add(artifact);
        continue;
      }
      check(schema, artifact, sbom);
      validated++;
    }
    if (!without.equals(List.of("cyclecounter-bom"))) {
      throw new AssertionError("without an SBOM: " + without);
    }
    System.out.println("checked: " + validated + " SBOMs, each valid CycloneDX 1.6");
  }

  private static void check(JsonSchema schema, String artifact, Path file) throws IOException {
    JsonNode sbom = JSON.readTree(file.toFile());
    Set<ValidationMessage> wrong = schema.validate(sbom);
    if (!wrong.isEmpty()) {
      throw new AssertionError(file + ": " + wrong);
    }
    JsonNode itself = sbom.at("/metadata/component");
    String name = itself.path("name").asText();
    require(artifact, name.equals(artifact), "is about " + name);
    require(
        artifact,
        itself.at("/licenses/0/license/id").asText().equals("Apache-2.0"),
        "has no licence");
    require(artifact, !sbom.has("serialNumber"), "has a serial number: no build repeats it");
    require(artifact, !sbom.at("/metadata").has("timestamp"), "has a time: no build repeats it");
    Set<String> brought =
        sbom.path("components").findValuesAsText("name").stream().collect(Collectors.toSet());
    if (artifact.equals("cyclecounter-all")) {
      Set<String> parts = Set.of("picocli", "jna-jpms", "cyclecounter-x86");
      require(artifact, brought.containsAll(parts), "lacks parts: " + brought);
    }
    require(artifact, !brought.contains("jspecify"), "names what is needed to compile only");
    // The validator refuses invalid documents: here a licence that SPDX does not have.
    ((ObjectNode) itself.at("/licenses/0/license")).put("id", "Nonsense-1.0");
    require(
        artifact, !schema.validate(sbom).isEmpty(), "would be valid with a licence of nonsense");
  }

  private static void require(String artifact, boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(artifact + "'s SBOM " + otherwise);
    }
  }
}
