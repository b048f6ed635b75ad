package org.mizani.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.mizani.business.SecretHash;

/**
 * Stylesheet and scripts of the console. Their path has a hash of them all, so browsers keep them
 * until another version of the service has others.
 */
@Singleton
class ConsoleAssets {

  private static final String FOLDER = "console/";
  private static final String CSS = "text/css;charset=UTF-8";
  private static final String SCRIPT = "text/javascript;charset=UTF-8";
  private static final String ICON = "image/svg+xml";
  private static final int BYTES_OF_VERSION = 8;

  /** The files, with their types. */
  private static final Map<String, String> TYPES =
      Map.of("console.css", CSS, "htmx.min.js", SCRIPT, "icon.svg", ICON);

  private final Map<String, Asset> assets = new LinkedHashMap<>();
  private final String version;

  ConsoleAssets() {
    StringBuilder hashes = new StringBuilder();
    TYPES.keySet().stream()
        .sorted()
        .forEach(
            name -> {
              byte[] bytes = read(name);
              assets.put(name, new Asset(TYPES.get(name), bytes));
              hashes.append(HexFormat.of().formatHex(SecretHash.sha256(new String(bytes, UTF_8))));
            });
    this.version =
        HexFormat.of().formatHex(SecretHash.sha256(hashes.toString()), 0, BYTES_OF_VERSION);
  }

  /** File with its type. */
  record Asset(String type, byte[] bytes) {}

  private static byte[] read(String name) {
    ClassLoader resources = Thread.currentThread().getContextClassLoader();
    try (InputStream file = resources.getResourceAsStream(FOLDER + name)) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path below which the files are. */
  String path() {
    return "/console/assets/" + version;
  }

  /** A file; empty for another version's, and for one that there is not. */
  Optional<Asset> find(String wantedVersion, String name) {
    return Optional.ofNullable(assets.get(name)).filter(asset -> version.equals(wantedVersion));
  }
}
