package org.mizani.rail;

import io.smallrye.config.WithParentName;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.mizani.service.SecretFiles;

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
   * @param setting its name, such as {@code payments.rail.kenya.passkey}
   * @throws io.quarkus.runtime.configuration.ConfigurationException if it is set twice, or its file
   *     holds none
   */
  default Optional<String> secret(String setting) {
    String variable = setting.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    if (value().isPresent() && file().isPresent()) {
      throw SecretFiles.bothSet(variable);
    }
    return value().or(() -> file().map(path -> SecretFiles.text(variable + "_FILE", path)));
  }
}
