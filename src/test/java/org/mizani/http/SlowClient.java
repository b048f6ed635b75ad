package org.mizani.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.mizani.support.Eventually;

/** Client that sends its requests byte by byte, or as a whole. */
final class SlowClient implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Socket socket;

  SlowClient(int port) throws IOException {
    socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
    socket.setSoTimeout((int) Eventually.PATIENCE.toMillis());
  }

  SlowClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return this;
  }

  /** Reads an answer up to this end of its body. */
  String answer(String end) throws IOException {
    StringBuilder text = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (!text.toString().endsWith(end)) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed after: " + text);
      }
      text.append((char) next);
    }
    return text.toString();
  }

  /**
   * Sends this again and again; whether the connection is closed before the test's patience ends.
   */
  boolean isCutOffAfter(String trickle) throws IOException {
    socket.setSoTimeout((int) PAUSE.toMillis());
    long patience = System.nanoTime() + Eventually.PATIENCE.toNanos();
    while (System.nanoTime() < patience) {
      LockSupport.parkNanos(PAUSE.toNanos());
      if (!sends(trickle) || isClosed()) {
        return true;
      }
    }
    return false;
  }

  private boolean sends(String text) {
    try {
      send(text);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether the server closes the connection while this reads. */
  boolean isClosed() throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
