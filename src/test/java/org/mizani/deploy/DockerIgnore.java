package org.mizani.deploy;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of the project that are sent to the builder of an image: the last line that fits a path
 * decides.
 */
record DockerIgnore(List<String> lines) {

  static DockerIgnore read() throws IOException {
    return new DockerIgnore(
        Files.readAllLines(Path.of(".dockerignore")).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList());
  }

  boolean admits(String path) {
    boolean admitted = true;
    for (String line : lines) {
      boolean exception = line.startsWith("!");
      if (fits(exception ? line.substring(1) : line, Path.of(path))) {
        admitted = exception;
      }
    }
    return admitted;
  }

  /** A pattern that fits a directory fits all that is in it. */
  private static boolean fits(String pattern, Path path) {
    for (Path part = path; part != null; part = part.getParent()) {
      if (FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(part)) {
        return true;
      }
    }
    return false;
  }
}
