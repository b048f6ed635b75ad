package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A state diagram in the syntax of Mermaid, made of the code's decisions. */
public final class StateDiagram {

  private static final Path DOCUMENT = Path.of("docs/states.md");

  private final StringBuilder lines = new StringBuilder("```mermaid\nstateDiagram-v2\n");

  /** A diagram that begins in this state. */
  public static StateDiagram from(Enum<?> first) {
    StateDiagram diagram = new StateDiagram();
    diagram.lines.append("    [*] --> %s%n".formatted(name(first)));
    return diagram;
  }

  /**
   * Adds a transition.
   *
   * @param label the cause and, behind a slash, its effects beside the change of state
   */
  public void add(Enum<?> state, Enum<?> next, String label) {
    lines.append("    %s --> %s: %s%n".formatted(name(state), name(next), label));
  }

  /** Asserts that the documentation has exactly this diagram. */
  public void assertIsDocumented() {
    assertThat(read()).contains(lines + "```\n");
  }

  private static String read() {
    try {
      return Files.readString(DOCUMENT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
