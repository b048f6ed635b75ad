package org.mizani.deploy;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Dockerfile as its instructions. */
record Dockerfile(String name, List<Instruction> instructions) {

  private static final Path DIRECTORY = Path.of("src/main/docker");
  private static final Pattern CONTINUED = Pattern.compile("\\\\\\n(\\s*#.*\\n)*\\s*");

  /**
   * An instruction with its continued lines joined: a keyword such as {@code COPY}, and its
   * arguments.
   */
  record Instruction(String keyword, String arguments) {

    /** The words of the arguments without options. */
    List<String> words() {
      return Stream.of(arguments.split("\\s+")).filter(word -> !word.startsWith("--")).toList();
    }

    /** Whether the command is a list, which runs without a shell and gets its signals itself. */
    boolean isExecForm() {
      return arguments.startsWith("[\"") && arguments.endsWith("\"]");
    }
  }

  static List<Dockerfile> all() {
    return Stream.of("Dockerfile.native-micro", "Dockerfile.native", "Dockerfile.jvm")
        .map(Dockerfile::read)
        .toList();
  }

  static Dockerfile read(String name) {
    try {
      String text = CONTINUED.matcher(Files.readString(DIRECTORY.resolve(name))).replaceAll("");
      return new Dockerfile(
          name,
          text.lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> line.split(" ", 2))
              .map(parts -> new Instruction(parts[0], parts[1].strip()))
              .toList());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The instructions with this keyword, in their order. */
  List<Instruction> all(String keyword) {
    return instructions.stream()
        .filter(instruction -> instruction.keyword().equals(keyword))
        .toList();
  }

  /** The only instruction with this keyword. */
  Instruction only(String keyword) {
    List<Instruction> found = all(keyword);
    if (found.size() != 1) {
      throw new AssertionError("%s has %d times %s".formatted(name, found.size(), keyword));
    }
    return found.get(0);
  }

  /** Paths that are copied from the build; some have {@code *}. */
  List<String> sources() {
    return all("COPY").stream()
        .map(Instruction::words)
        .flatMap(words -> words.subList(0, words.size() - 1).stream())
        .map(source -> source.replaceAll("/$", ""))
        .toList();
  }

  /** The files or directories of this build that a source matches. */
  static List<Path> found(String source) throws IOException {
    Path pattern = Path.of(source);
    try (Stream<Path> entries = Files.list(pattern.getParent())) {
      return entries
          .filter(FileSystems.getDefault().getPathMatcher("glob:" + pattern)::matches)
          .toList();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
