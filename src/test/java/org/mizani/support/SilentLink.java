package org.mizani.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP link to a server that can lose all data silently, as a network does when a machine on it
 * loses its power: connections stay open, but no byte arrives any more. Its own port stays the same
 * when the server's port changes.
 */
public final class SilentLink implements AutoCloseable {

  private static final int BUFFER = 65_536;

  private final ServerSocket entrance;
  private volatile int serverPort;
  private volatile boolean silent;
  private volatile String lastWords;
  private final Set<Way> ways = ConcurrentHashMap.newKeySet();

  /** One connection, in both directions. */
  private final class Way {
    private final Socket client;
    private final Socket server;
    private volatile boolean silent;

    private Way(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    private void begin() {
      start(client, server);
      start(server, client);
    }

    private void start(Socket from, Socket to) {
      Thread thread = new Thread(() -> carry(from, to), "silent-link");
      thread.setDaemon(true);
      thread.start();
    }

    private void carry(Socket from, Socket to) {
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = from.getInputStream();
          OutputStream out = to.getOutputStream()) {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          if (endsWith(buffer, count)) {
            fallSilent();
          }
          if (!silent) {
            out.write(buffer, 0, count);
          }
        }
      } catch (IOException e) {
        // Either end has hung up, which the other is told by closing.
      }
    }

    private boolean endsWith(byte[] buffer, int count) {
      String last = lastWords;
      return last != null
          && new String(buffer, 0, count, StandardCharsets.ISO_8859_1).contains(last);
    }

    private void close() throws IOException {
      client.close();
      server.close();
    }
  }

  private SilentLink(ServerSocket entrance, int serverPort) {
    this.entrance = entrance;
    this.serverPort = serverPort;
  }

  /** A link to this port of this machine. */
  public static SilentLink to(int serverPort) throws IOException {
    ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    SilentLink link = new SilentLink(entrance, serverPort);
    Thread thread = new Thread(link::accept, "silent-link-entrance");
    thread.setDaemon(true);
    thread.start();
    return link;
  }

  /** The port to which clients connect. */
  public int port() {
    return entrance.getLocalPort();
  }

  /** Loses all data of the connections that are open now, and of new ones. */
  private void fallSilent() {
    silent = true;
    ways.forEach(way -> way.silent = true);
  }

  /** Falls silent as soon as a connection has this text, which is the first that is lost. */
  public void fallSilentAt(String text) {
    lastWords = text;
  }

  /** Carries the data of connections that are opened from now on; the others stay silent. */
  public void carryNewConnections() {
    lastWords = null;
    silent = false;
  }

  /** From now on new connections lead to this port of this machine. */
  public void leadTo(int port) {
    serverPort = port;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        lead(entrance.accept());
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private void lead(Socket client) throws IOException {
    try {
      Way way = new Way(client, new Socket(InetAddress.getLoopbackAddress(), serverPort));
      ways.add(way);
      if (silent) {
        way.silent = true;
      }
      way.begin();
    } catch (IOException e) {
      // The server refuses, which the client is told by closing.
      client.close();
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (Way way : ways) {
      way.close();
    }
  }
}
