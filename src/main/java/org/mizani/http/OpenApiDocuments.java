package org.mizani.http;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.quarkus.arc.Unremovable;
import io.quarkus.smallrye.openapi.runtime.OpenApiConstants;
import io.quarkus.smallrye.openapi.runtime.OpenApiDocumentService;
import io.smallrye.openapi.runtime.io.Format;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The OpenAPI documents of {@code resources/openapi}, served as they are written, or as the same in
 * JSON. Quarkus would make a model of each from annotations and build it at every start, which took
 * half of a start.
 */
@Singleton
@Alternative
@Priority(1)
@Unremovable // Only generated code asks for it.
final class OpenApiDocuments extends OpenApiDocumentService {

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private final ClassLoader resources = Thread.currentThread().getContextClassLoader();
  private final Map<String, byte[]> jsonByName = new ConcurrentHashMap<>();

  OpenApiDocuments() {
    OpenApiConstants.classLoader = new NoGeneratedDocuments(resources);
  }

  /**
   * A document's text.
   *
   * @param documentName the default document is the partners'; {@code operators} is the other
   */
  @Override
  public byte[] getDocument(String documentName, Format format) {
    boolean partners = OpenApiConstants.DEFAULT_DOCUMENT_NAME.equals(documentName);
    String name = "openapi/" + (partners ? "partners" : documentName) + ".yaml";
    return format == Format.JSON ? jsonByName.computeIfAbsent(name, this::json) : yaml(name);
  }

  private byte[] yaml(String name) {
    try (InputStream document = resources.getResourceAsStream(name)) {
      return document.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] json(String name) {
    try {
      return new ObjectMapper().writeValueAsBytes(YAML.readTree(yaml(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hides the empty documents that the build generates, so that no start reads them. */
  private static final class NoGeneratedDocuments extends ClassLoader {

    NoGeneratedDocuments(ClassLoader parent) {
      super(parent);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.startsWith(OpenApiConstants.BASE_NAME) ? null : super.getResourceAsStream(name);
    }
  }
}
