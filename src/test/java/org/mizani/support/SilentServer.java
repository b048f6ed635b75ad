package org.mizani.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Server on loopback that takes connections, keeps them open, and never answers. */
public final class SilentServer implements AutoCloseable {

  private static final int BACKLOG = 512;

  private final ServerSocket server;
  private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();

  private SilentServer(ServerSocket server) {
    this.server = server;
  }

  /** Begins to listen on any free port. */
  public static SilentServer listen() {
    try {
      SilentServer silent =
          new SilentServer(new ServerSocket(0, BACKLOG, InetAddress.getByName("127.0.0.1")));
      Thread accepting = new Thread(silent::accept, "silent-server");
      accepting.setDaemon(true);
      accepting.start();
      return silent;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its URL. */
  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort() + "/hang";
  }

  /** The number of connections that it has taken. */
  public int connections() {
    return connections.size();
  }

  private void accept() {
    try {
      while (true) {
        connections.add(server.accept());
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
