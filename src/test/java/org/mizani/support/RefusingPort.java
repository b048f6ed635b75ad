package org.mizani.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port on loopback that refuses connections. It is held, bound but not listening, so that no
 * other process gets it meanwhile.
 */
public final class RefusingPort implements AutoCloseable {

  private final Socket holder = new Socket();

  /** Takes any free port. */
  public RefusingPort() throws IOException {
    holder.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
  }

  /** Its number. */
  public int number() {
    return holder.getLocalPort();
  }

  /** A URL at this port. */
  public String url(String path) {
    return "http://127.0.0.1:" + number() + path;
  }

  @Override
  public void close() throws IOException {
    holder.close();
  }
}
