package org.mizani.webhook;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** Receiver on loopback that answers each path as a test sets it, in bytes rather than in HTTP. */
public final class FaultyReceiver implements AutoCloseable {

  /** Answers a request. If the result is false, the connection is closed afterwards. */
  interface Behaviour {
    boolean answer(Received request, OutputStream out) throws Exception;
  }

  /** Request as it came. Header names are lower-case. */
  record Received(String line, Map<String, String> headers, byte[] body, Instant at) {

    String path() {
      return line.split(" ")[1];
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final ServerSocket server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();

  FaultyReceiver() throws IOException {
    this(ServerSocketFactory.getDefault());
  }

  FaultyReceiver(ServerSocketFactory factory) throws IOException {
    server = factory.createServerSocket(0, 500, InetAddress.getByName("127.0.0.1"));
    threads.submit(this::accept);
  }

  /** Returns a behaviour that answers with a status and these header lines. */
  static Behaviour status(int status, String... headers) {
    String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    String head = "HTTP/1.1 " + status + " Whatever\r\n" + lines + "Content-Length: 0\r\n\r\n";
    return (request, out) -> {
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return true;
    };
  }

  /** Returns a behaviour that is each of these in turn, and then always the last one. */
  static Behaviour inTurn(Behaviour... behaviours) {
    AtomicInteger turn = new AtomicInteger();
    return (request, out) ->
        behaviours[Math.min(turn.getAndIncrement(), behaviours.length - 1)].answer(request, out);
  }

  /** Returns a behaviour that does not answer until the receiver is closed. */
  static Behaviour hanging() {
    return hangingUntil(new CountDownLatch(1));
  }

  /** Returns a behaviour that waits for this, and closes the connection without an answer. */
  static Behaviour hangingUntil(CountDownLatch released) {
    return (request, out) -> {
      released.await();
      return false;
    };
  }

  String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Sets the behaviour at a path. */
  void on(String path, Behaviour behaviour) {
    behaviours.put(path, behaviour);
  }

  /** Returns the requests that came to a path so far. */
  public List<Received> at(String path) {
    return received.stream().filter(request -> request.path().equals(path)).toList();
  }

  int openConnections() {
    return open.get();
  }

  /** Returns the most connections that were open at the same time. */
  int mostConnections() {
    return mostOpen.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        threads.submit(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket socket) {
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      Received request = read(in);
      while (request != null && answer(request, socket.getOutputStream())) {
        request = read(in);
      }
    } catch (Exception e) {
      // The client has closed the connection.
    } finally {
      open.decrementAndGet();
    }
  }

  private boolean answer(Received request, OutputStream out) throws Exception {
    received.add(request);
    return behaviours.getOrDefault(request.path(), status(404)).answer(request, out);
  }

  private static Received read(InputStream in) throws IOException {
    String line = line(in);
    if (line.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new HashMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    return new Received(line, headers, body, Instant.now());
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
