package org.mizani.rail;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.WithParentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Secret in the configuration: by itself, or as a file that holds it ({@code ….file}). */
public interface SecretSetting {

  /** The secret itself. */
  @WithParentName
  Optional<String> value();

  /** The file that holds it. */
  Optional<Path> file();

  /**
   * The secret, without the line end of its file; empty if it is not set.
   *
   * @throws ConfigurationException if the file cannot be read
   */
  default Optional<String> secret() {
    return value().or(() -> file().map(SecretSetting::read));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new ConfigurationException("The secret file " + file + " cannot be read.");
    }
  }
}
