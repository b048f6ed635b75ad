package org.mizani.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * HTTP by hand, for requests that a usual client would correct before sending, and for bodies that
 * the service may refuse before it has read them.
 */
public final class RawHttp {

  private RawHttp() {}

  /** An answer; header names in lower case. */
  public record Answer(int status, Map<String, String> headers, String body) {}

  /** Sends these bytes (a whole request with {@code Connection: close}) and reads the answer. */
  public static Answer send(byte[] request) {
    return send(ServicePort.number(), request);
  }

  /** The same at another port than the service's usual one. */
  public static Answer send(int port, byte[] request) {
    try (Socket socket = new Socket("localhost", port)) {
      socket.setSoTimeout((int) Eventually.PATIENCE.toMillis());
      write(socket.getOutputStream(), request);
      return parse(readAll(socket.getInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request of these lines, without a body. */
  public static Answer send(String requestLine, String... headers) {
    return send(request(requestLine, headers).getBytes(StandardCharsets.UTF_8));
  }

  /** A request's head: the lines given, host and {@code Connection: close}. */
  public static String request(String requestLine, String... headers) {
    return requestLine
        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + String.join("", java.util.Arrays.stream(headers).map(h -> h + "\r\n").toList())
        + "\r\n";
  }

  private static void write(OutputStream out, byte[] request) throws IOException {
    try {
      out.write(request);
      out.flush();
    } catch (SocketException e) {
      // The server may refuse a request before it has read all of it.
    }
  }

  private static String readAll(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[8192];
    int read;
    try {
      while ((read = in.read(piece)) >= 0) {
        all.write(piece, 0, read);
      }
    } catch (SocketException e) {
      // A reset after the answer is a close.
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection stays open after: " + all, e);
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  private static Answer parse(String text) {
    String[] parts = text.split("\r\n\r\n", 2);
    String[] lines = parts[0].split("\r\n");
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(":", 2);
      headers.merge(
          header[0].toLowerCase(Locale.ROOT), header[1].trim(), (one, two) -> one + ", " + two);
    }
    int status = lines[0].isEmpty() ? 0 : Integer.parseInt(lines[0].split(" ")[1]);
    return new Answer(status, headers, parts.length > 1 ? parts[1] : "");
  }
}
