package org.mizani.launch.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/** Lock of the data directory. Its file names the process that holds it. */
final class DirectoryLock implements AutoCloseable {

  private static final String FILE = "lock";

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks a directory.
   *
   * @param created the attributes of the lock's file, where it is missing
   * @throws LaunchException if another process has locked it
   */
  static DirectoryLock of(Path path, FileAttribute<?>... created) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileChannel channel = FileChannel.open(path.resolve(FILE), options, created);
    try {
      if (channel.tryLock() != null) {
        byte[] owner = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
        channel.truncate(0).write(ByteBuffer.wrap(owner));
        return new DirectoryLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      // Open twice in one process is refused like in two processes.
    }
    channel.close();
    throw new LaunchException(
        "The data directory %s is in use by another service, process %s: set PAYMENTS_DATA_DIR."
            .formatted(path, Files.readString(path.resolve(FILE)).strip()));
  }

  /** Releases it. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
