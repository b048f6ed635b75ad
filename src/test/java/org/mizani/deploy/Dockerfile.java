package org.mizani.deploy;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One of the images' recipes, as its instructions. */
record Dockerfile(String name, List<Instruction> instructions) {

  private static final Path DIRECTORY = Path.of("src/main/docker");
  private static final Pattern CONTINUED = Pattern.compile("\\\\\\n(\\s*#.*\\n)*\\s*");

  /** A line of it, continued lines joined: {@code COPY}, and what follows. */
  record Instruction(String keyword, String arguments) {

    /** The words, less the options in front of them. */
    List<String> words() {
      return Stream.of(arguments.split("\\s+")).filter(word -> !word.startsWith("--")).toList();
    }

    /** Whether it is a command in a list, which no shell splits or takes signals from. */
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

  /** The instructions of a kind, in their order. */
  List<Instruction> all(String keyword) {
    return instructions.stream()
        .filter(instruction -> instruction.keyword().equals(keyword))
        .toList();
  }

  /** The only one of its kind. */
  Instruction only(String keyword) {
    List<Instruction> found = all(keyword);
    if (found.size() != 1) {
      throw new AssertionError("%s has %d times %s".formatted(name, found.size(), keyword));
    }
    return found.get(0);
  }

  /** What is copied out of the build: paths, some with {@code *}. */
  List<String> sources() {
    return all("COPY").stream()
        .map(Instruction::words)
        .flatMap(words -> words.subList(0, words.size() - 1).stream())
        .map(source -> source.replaceAll("/$", ""))
        .toList();
  }

  /** The files or directories of this build that a source means. */
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
