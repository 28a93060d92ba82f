// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.nio.file.Path;

/** The schemas in docs/schemas. */
public final class Schemas {

  static final Path FOLDER = Path.of(System.getProperty("machines.root"), "docs", "schemas");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);

  private Schemas() {}

  /** Fails if a document does not match its schema, or has more in it. */
  public static void validate(String document) throws IOException {
    JsonNode root = read(document);
    assertThat(published(name(root)).validate(root)).isEmpty();
    assertThat(strict(name(root)).validate(root)).isEmpty();
  }

  static JsonNode read(String document) throws IOException {
    return JSON.readTree(document);
  }

  /** From the document's first key. */
  static String name(JsonNode document) {
    assertThat(document.fieldNames().next()).isEqualTo("schema");
    return document.get("schema").textValue();
  }

  /** As readers of documents have it. */
  static JsonSchema published(String name) throws IOException {
    return FACTORY.getSchema(file(name));
  }

  /** One that forbids keys which it does not describe. */
  static JsonSchema strict(String name) throws IOException {
    JsonNode schema = file(name);
    forbidOthers(schema);
    return FACTORY.getSchema(schema);
  }

  static JsonNode file(String name) throws IOException {
    return JSON.readTree(FOLDER.resolve(name + ".json").toFile());
  }

  private static void forbidOthers(JsonNode node) {
    if (node instanceof ObjectNode object && object.path("properties").isObject()) {
      object.put("additionalProperties", false);
    }
    node.forEach(Schemas::forbidOthers);
  }
}
