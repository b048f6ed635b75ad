package org.mizani.operator;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads ids of requests; what is none is an id that nothing has. */
final class PathIds {

  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private PathIds() {}

  static Optional<UUID> find(String text) {
    return ID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }
}
