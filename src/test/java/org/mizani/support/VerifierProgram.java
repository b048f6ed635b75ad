package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The verifier of statements of {@code docs/examples}, as a partner runs it, or compiled into this
 * process, where it checks thousands of statements.
 */
public final class VerifierProgram implements AutoCloseable {

  private static final Path SOURCE = Path.of("docs/examples/StatementVerifier.java");

  private final Path directory;
  private final URLClassLoader classes;
  private final Method verify;

  /** Compiles it to a directory of its own, where statements are written too. */
  public VerifierProgram() {
    directory = newDirectory();
    String classPath = directory.toString();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-Xlint:all",
                "-Werror",
                "-proc:none",
                "-classpath",
                classPath,
                "-d",
                classPath,
                SOURCE.toString());
    assertThat(failed).isZero();
    try {
      classes = new URLClassLoader(new URL[] {directory.toUri().toURL()});
      verify =
          classes
              .loadClass("StatementVerifier")
              .getDeclaredMethod("verify", Path.class, Path.class);
      verify.setAccessible(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Result of a run: the word of the program, and its exit status. */
  public record Run(int status, String output) {}

  /** Runs it as a process on these contents of a statement and a set of keys. */
  public Run run(byte[] statement, byte[] keys) {
    return run(write("statement.csv", statement), keys);
  }

  /** Runs it as a process on the file of a statement and these contents of a set of keys. */
  public Run run(Path statement, byte[] keys) {
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  SOURCE.toString(),
                  statement.toString(),
                  write("jwks.json", keys).toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), output.strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The summary that a statement's signature has. The statement has to be genuine. */
  public String summary(byte[] statement, byte[] keys) {
    try {
      return verified(statement, keys);
    } catch (SecurityException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** The reason why a statement is not genuine. */
  public String refusal(byte[] statement, byte[] keys) {
    try {
      throw new AssertionError("genuine: " + verified(statement, keys));
    } catch (SecurityException e) {
      return e.getMessage();
    }
  }

  private String verified(byte[] statement, byte[] keys) {
    Path file = write("statement.csv", statement);
    Path jwks = write("jwks.json", keys);
    try {
      return (String) verify.invoke(null, file, jwks);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SecurityException refusal) {
        throw refusal;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory("verifier");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path write(String name, byte[] contents) {
    try {
      return Files.write(directory.resolve(name), contents);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.list(directory)) {
      classes.close();
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
