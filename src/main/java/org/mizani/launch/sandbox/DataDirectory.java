package org.mizani.launch.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Data directory of the sandbox: its database and its keys. While it is open, this process holds
 * its lock; its files are readable by their owner only.
 */
final class DataDirectory implements AutoCloseable {

  /** The entry of the database's files. */
  static final String DATABASE = "postgres";

  private static final String DRAFT = ".draft";
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path path;
  private final DirectoryLock lock;

  private DataDirectory(Path path, DirectoryLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Opens and locks this directory; creates it if missing.
   *
   * @throws LaunchException if it cannot be written to, or another process has it open
   */
  static DataDirectory open(Path configured) {
    Path path = configured.toAbsolutePath().normalize();
    try {
      Files.createDirectories(path, OWNERS_DIRECTORY);
      DataDirectory directory =
          new DataDirectory(path.toRealPath(), DirectoryLock.of(path, OWNERS_FILE));
      directory.deleteDrafts();
      return directory;
    } catch (IOException e) {
      throw unusable(path, e);
    } catch (UnsupportedOperationException e) {
      throw new LaunchException("Without DB_URL the service runs on Linux and macOS only.", e);
    }
  }

  /** Its path: absolute, without symbolic links. */
  Path path() {
    return path;
  }

  /** The path of an entry, which need not exist. */
  Path entry(String name) {
    return path.resolve(name);
  }

  boolean has(String name) {
    return Files.exists(entry(name));
  }

  /** Creates a directory in it unless it exists. */
  Path directory(String name) {
    try {
      return Files.createDirectories(entry(name), OWNERS_DIRECTORY);
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Reads a file; the first time it is created with this content. */
  String read(String name, Supplier<String> first) {
    try {
      if (!has(name)) {
        write(name, first.get());
      }
      return Files.readString(entry(name)).strip();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /**
   * Reads a secret of the database, created at the first start.
   *
   * @param databaseExists whether a database depends on it: then a lost secret is not replaced
   * @throws LaunchException if it is lost
   */
  String readSecret(String name, boolean databaseExists, Supplier<String> first) {
    if (databaseExists && !has(name)) {
      throw new LaunchException(
          "The data directory %s has a database but not its %s: bring the file back or start anew."
              .formatted(path, name));
    }
    return read(name, first);
  }

  /** Writes a file whole or not at all; afterwards it survives a loss of power. */
  void write(String name, String content) {
    try {
      Path draft = Files.createTempFile(path, name, DRAFT, OWNERS_FILE);
      try {
        Files.writeString(draft, content);
        force(draft, StandardOpenOption.WRITE);
        Files.move(draft, entry(name), StandardCopyOption.ATOMIC_MOVE);
        force(path, StandardOpenOption.READ);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Deletes an entry with all its content, if it exists. */
  void delete(String name) {
    if (!has(name)) {
      return;
    }
    try (Stream<Path> entries = Files.walk(entry(name))) {
      List<Path> deepestFirst = entries.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.delete(entry);
      }
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Releases the lock. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  // A process killed during a write may have left a key in one.
  private void deleteDrafts() throws IOException {
    try (DirectoryStream<Path> drafts = Files.newDirectoryStream(path, "*" + DRAFT)) {
      for (Path draft : drafts) {
        Files.delete(draft);
      }
    }
  }

  private static void force(Path path, StandardOpenOption option) throws IOException {
    try (FileChannel channel = FileChannel.open(path, option)) {
      channel.force(true);
    }
  }

  private static LaunchException unusable(Path path, IOException cause) {
    return new LaunchException(
        "The data directory %s cannot be used: %s.".formatted(path, reason(cause)), cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof FileAlreadyExistsException) {
      return "it is not a directory";
    }
    if (cause instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    return cause.getMessage();
  }
}
