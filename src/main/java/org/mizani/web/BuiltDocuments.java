package org.mizani.web;

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

/**
 * Serves the OpenAPI documents as the build wrote them. Quarkus would read each into a model at
 * every start and write it out again, which took half of a start; but it only does so with what it
 * finds, and no setting of a start changes anything in ours.
 */
@Singleton
@Alternative
@Priority(1)
@Unremovable // what asks for it is generated
final class BuiltDocuments extends OpenApiDocumentService {

  private final ClassLoader resources = Thread.currentThread().getContextClassLoader();

  BuiltDocuments() {
    OpenApiConstants.classLoader = new NoDocuments(resources);
  }

  @Override
  public byte[] getDocument(String documentName, Format format) {
    boolean partners = OpenApiConstants.DEFAULT_DOCUMENT_NAME.equals(documentName);
    String name =
        OpenApiConstants.BASE_NAME + (partners ? "" : "-" + documentName) + "." + format.name();
    try (InputStream document = resources.getResourceAsStream(name)) {
      if (document == null) {
        throw new IllegalStateException("the build wrote no " + name);
      }
      return document.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has nothing for Quarkus to read. */
  private static final class NoDocuments extends ClassLoader {

    NoDocuments(ClassLoader parent) {
      super(parent);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.startsWith(OpenApiConstants.BASE_NAME) ? null : super.getResourceAsStream(name);
    }
  }
}
