package org.mizani.corridor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a table that is packaged beside this class. */
final class CsvResource {

  private CsvResource() {}

  /** Its lines, header first. */
  static List<String> lines(String name) {
    try (InputStream resource = CsvResource.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException(name + " is not packaged");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
