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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.trace.InstructionCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each command prints with {@code --json}, and what must not pass for it. */
class SchemasIT {

  /** Of a counter: what is not measured is not there. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "differenceInCCycles",
          "differenceFromJavaCycles",
          "nanosPerRead",
          "observedHz",
          "sharedFraction",
          "counts",
          "obstacle");

  /** What each command printed: both tests look at the same. */
  private static final Map<String, String> OUTPUTS = new HashMap<>();

  private static String output(String command) throws Exception {
    String known = OUTPUTS.get(command);
    if (known == null) {
      known = run(command);
      OUTPUTS.put(command, known);
    }
    return known;
  }

  private static String run(String command) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp", Java.classPathAndTests()));
    arguments.add("org.cyclecounter.tools.cli.Main");
    arguments.addAll(List.of(command.split(" ")));
    return String.join("\n", Java.java(arguments.toArray(String[]::new)).out());
  }

  @ParameterizedTest
  @CsvSource({
    "info-1, info --json",
    "info-1, info --json --counter default-zero",
    "list-1, list --json",
    "list-1, list --json --include default-monotonic",
    "doctor-1, doctor --json",
    "doctor-1, doctor --json --include default-monotonic",
    "measure-1, measure --json --seconds 0.01 com.example.Work#add com.example.Work#fails",
    "instructions-1, instructions --json com.example.None",
    "constant-time-1, constant-time --json --method paths --secret-bytes 8 com.example.EarlyOut",
    "measure-1, measure --json --seconds 0.01 --bytes 8 --limit 0.5 com.example.Work#loops"
  })
  void whatIsPrintedIsWhatTheSchemaDescribes(String schema, String command) throws Exception {
    Optional<String> obstacle =
        schema.equals("instructions-1") ? InstructionCounter.obstacle() : Optional.empty();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    String document = output(command);
    assertThat(document).startsWith("{\"schema\":\"" + schema + "\",");
    Schemas.validate(document);
  }

  @ParameterizedTest
  @CsvSource({
    "info --json",
    "list --json",
    "doctor --json",
    "measure --json --seconds 0.01 com.example.Work#add com.example.Work#fails"
  })
  void whatLacksAKeyOrHasAnotherTypeThereDoesNotValidate(String command) throws Exception {
    JsonNode document = Schemas.read(output(command));
    JsonSchema published = Schemas.published(Schemas.name(document));
    JsonSchema strict = Schemas.strict(Schemas.name(document));
    List<ObjectNode> objects = new ArrayList<>();
    objects(document, objects);
    assertThat(objects).hasSizeGreaterThan(2);
    for (ObjectNode object : objects) {
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
  void theSchemasAreSchemasAndSayWhatEachKeyIs() throws Exception {
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
  void aCounterIsTheSameInBothDocuments() throws Exception {
    assertThat(Schemas.file("info-1").get("$defs")).isEqualTo(Schemas.file("list-1").get("$defs"));
  }
}
