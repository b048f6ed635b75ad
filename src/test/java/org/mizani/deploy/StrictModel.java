package org.mizani.deploy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads manifests as the API server would, or more strictly: a field that the type does not have, a
 * field that it must have, a number where a string is due and a key given twice are errors.
 */
final class StrictModel {

  private static final ObjectMapper MAPPER = mapper();

  private StrictModel() {}

  /** The objects of a YAML text, each as the type of its kind. */
  static List<Object> parse(String yaml) {
    List<Object> objects = new ArrayList<>();
    try (var documents = MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        Kind kind = Kind.of(document.path("apiVersion").asText(), document.path("kind").asText());
        objects.add(MAPPER.treeToValue(document, kind.type()));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return objects;
  }

  private static ObjectMapper mapper() {
    ObjectMapper mapper =
        YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .annotationIntrospector(new WithoutUnknownFields())
            .addModule(
                new SimpleModule() {
                  @Override
                  public void setupModule(SetupContext context) {
                    context.addBeanDeserializerModifier(new WithRequiredFields());
                  }
                })
            .build();
    for (CoercionInputShape shape :
        List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
    }
    return mapper;
  }

  /** Removes the map in which the models keep unknown fields, so that such a field is an error. */
  private static final class WithoutUnknownFields extends JacksonAnnotationIntrospector {
    @Override
    public Boolean hasAnySetter(Annotated method) {
      return false;
    }
  }

  /** Adds the required fields, which the models do not know. */
  private static final class WithRequiredFields extends BeanDeserializerModifier {
    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> deserializer) {
      List<String> required = RequiredFields.of(bean.getBeanClass());
      return required.isEmpty() ? deserializer : new CompleteObject(deserializer, required);
    }
  }

  private static final class CompleteObject extends DelegatingDeserializer {

    private final List<String> required;

    CompleteObject(JsonDeserializer<?> deserializer, List<String> required) {
      super(deserializer);
      this.required = required;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> deserializer) {
      return new CompleteObject(deserializer, required);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonNode tree = context.readTree(parser);
      for (String field : required) {
        if (!tree.hasNonNull(field)) {
          context.reportInputMismatch(handledType(), "missing field \"%s\"", field);
        }
      }
      JsonParser again = new TreeTraversingParser(tree, parser.getCodec());
      again.nextToken();
      return super.deserialize(again, context);
    }
  }
}
