package org.mizani.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback interface for servers that begin later, or close and listen again. The
 * system gives none of them to a client or to a server that takes any port, and no other JVM of
 * tests takes them: each has a guard, the port after it, which this JVM holds until it ends.
 */
public final class FreePort {

  /** Below the ports that systems give away by themselves. */
  private static final int FIRST = 20_000;

  private static final int PAIRS = 6_000;

  private FreePort() {}

  /** A free port that is not given again. */
  public static int number() {
    return (int) OncePerJvm.of(Guards.class, "next");
  }

  /** The guards of this JVM's ports. */
  public static final class Guards {

    private static final List<ServerSocket> HELD = new ArrayList<>();

    private Guards() {}

    /** The next port that has a guard. */
    public static synchronized int next() {
      int start = ThreadLocalRandom.current().nextInt(PAIRS);
      for (int tried = 0; tried < PAIRS; tried++) {
        int port = FIRST + 2 * ((start + tried) % PAIRS);
        if (guard(port)) {
          return port;
        }
      }
      throw new IllegalStateException("no port is free");
    }

    private static boolean guard(int port) {
      try {
        HELD.add(listen(port + 1));
      } catch (IOException taken) {
        return false;
      }
      try {
        listen(port).close();
        return true;
      } catch (IOException taken) {
        return false;
      }
    }

    private static ServerSocket listen(int port) throws IOException {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }
  }
}
