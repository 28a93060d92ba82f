// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.cyclecounter.constanttime.ConstantTime;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.instructions.InstructionCounter;
import org.cyclecounter.itest.Commands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output of each command with {@code --json}, and documents that must not match. */
class SchemasIT {

  /** Of a counter: a value that was not measured is missing. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "differenceInCCycles",
          "differenceFromJavaCycles",
          "nanosPerRead",
          "observedHz",
          "sharedFraction",
          "counts",
          "obstacle");

  private static final String MEASURE =
      "measure --json --jvms 1 --seconds 0.01 com.example.Work#add com.example.Work#fails";

  private static String output(String command) throws Exception {
    return String.join("\n", Commands.run(command).out());
  }

  @ParameterizedTest
  @Tag("gate")
  @ValueSource(
      strings = {
        "instructions --json --limit 1 com.example.Endless",
        "constant-time --json --method paths --secret-bytes 8 com.example.EarlyOut"
      })
  void describesWhatIsPrinted(String command) throws Exception {
    String name = command.split(" ")[0];
    Optional<String> obstacle =
        name.equals("instructions")
            ? InstructionCounter.obstacle()
            : ConstantTime.obstacle(Method.PATHS);
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    String document = output(command);
    assertThat(document).startsWith("{\"schema\":\"" + name + "-1\",");
    Schemas.validate(document);
  }

  @Tag("long")
  @Test
  void describesTheWholeDemonstration() throws Exception {
    String document = output("measure --demo --json --seconds 0.01");
    String[] names = {"SHA-256", "AES-128-GCM", "ChaCha20-Poly1305", "memory copy"};
    Schemas.validate(document);
    JsonNode results = Schemas.read(document).get("results");
    assertThat(results).hasSize(4 * names.length);
    assertThat(results.findValuesAsText("name")).containsOnly(names);
    for (JsonNode result : results) {
      assertThat(result.get("cyclesPerByte").doubleValue()).isPositive();
      assertThat(result.get("failure").isNull()).isTrue();
    }
  }

  @Tag("long")
  @Test
  void describesEachKeyOfInfo() throws Exception {
    describesEachKeyAndRefusesAnotherTypeOrName("info --json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list --json", "doctor --json", MEASURE})
  void describesEachKeyAndRefusesAnotherTypeOrName(String command) throws Exception {
    String text = output(command);
    assertThat(text).startsWith("{\"schema\":\"" + command.split(" ")[0] + "-1\",");
    Schemas.validate(text);
    JsonNode document = Schemas.read(text);
    JsonSchema published = Schemas.published(Schemas.name(document));
    JsonSchema strict = Schemas.strict(Schemas.name(document));
    List<ObjectNode> objects = new ArrayList<>();
    objects(document, objects);
    assertThat(objects).hasSizeGreaterThan(2);
    Set<List<String>> alike = new HashSet<>();
    for (ObjectNode object : objects) {
      if (!alike.add(names(object))) {
        continue;
      }
      for (String key : names(object)) {
        JsonNode value = object.get(key);
        object.putObject(key).put("wrong", true);
        assertThat(published.validate(document)).as("another type of %s", key).isNotEmpty();
        object.remove(key);
        if (object == document.get("machine")) { // a map: its keys are the machine's
          object.set(key, value);
          continue;
        }
        if (!OPTIONAL.contains(key)) {
          assertThat(published.validate(document)).as("without %s", key).isNotEmpty();
        }
        object.set(key + "s", value);
        assertThat(strict.validate(document)).as("%s misspelt", key).isNotEmpty();
        object.remove(key + "s");
        object.set(key, value);
      }
    }
    assertThat(strict.validate(document)).isEmpty();
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static void objects(JsonNode node, List<ObjectNode> found) {
    if (node instanceof ObjectNode object) {
      found.add(object);
    }
    node.forEach(child -> objects(child, found));
  }

  @Test
  void schemasAreSchemasAndSayWhatEachKeyIs() throws Exception {
    JsonSchema metaschema =
        JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(SchemaLocation.of(SchemaId.V202012));
    try (Stream<Path> files = Files.list(Schemas.FOLDER)) {
      List<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".json"))
              .map(file -> file.substring(0, file.length() - ".json".length()))
              .toList();
      assertThat(names)
          .contains(
              "constant-time-1", "doctor-1", "info-1", "instructions-1", "list-1", "measure-1");
      for (String name : names) {
        JsonNode schema = Schemas.file(name);
        assertThat(metaschema.validate(schema)).as(name).isEmpty();
        assertThat(schema.at("/properties/schema/const").textValue()).isEqualTo(name);
        everyKeyIsDescribed(name, schema);
      }
    }
  }

  private static void everyKeyIsDescribed(String name, JsonNode node) {
    JsonNode keys = node.path("properties");
    for (String key : keys instanceof ObjectNode object ? names(object) : List.<String>of()) {
      assertThat(keys.get(key).path("description").textValue()).as(name + ": " + key).isNotBlank();
    }
    node.forEach(child -> everyKeyIsDescribed(name, child));
  }

  @Test
  void counterIsTheSameInBothDocuments() throws Exception {
    assertThat(Schemas.file("info-1").get("$defs")).isEqualTo(Schemas.file("list-1").get("$defs"));
  }
}
