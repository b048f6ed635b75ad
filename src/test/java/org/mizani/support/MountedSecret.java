package org.mizani.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Secret as Kubernetes mounts it: each file is a link through {@code ..data}, a link to a directory
 * that is exchanged as a whole.
 */
public final class MountedSecret {

  private static final String CURRENT = "..data";

  private final Path directory;
  private int versions;

  private MountedSecret(Path directory) {
    this.directory = directory;
  }

  /** A secret in this directory, which is made, with these files. */
  public static MountedSecret in(Path directory, Map<String, String> files) {
    MountedSecret secret = new MountedSecret(directory);
    secret.exchange(files);
    return secret;
  }

  /** The path of a file, the same for all versions of the secret. */
  public String path(String name) {
    return directory.resolve(name).toString();
  }

  /** Exchanges the files for those of a new version, at once. */
  public void exchange(Map<String, String> files) {
    String version = "..version-" + ++versions;
    try {
      Path made = Files.createDirectories(directory.resolve(version));
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(made.resolve(file.getKey()), file.getValue());
        Path link = directory.resolve(file.getKey());
        if (!Files.isSymbolicLink(link)) {
          Files.createSymbolicLink(link, Path.of(CURRENT, file.getKey()));
        }
      }
      Path next = Files.createSymbolicLink(directory.resolve("..next"), Path.of(version));
      Files.move(
          next,
          directory.resolve(CURRENT),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
