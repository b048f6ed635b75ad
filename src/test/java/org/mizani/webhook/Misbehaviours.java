package org.mizani.webhook;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.mizani.webhook.FaultyReceiver.Behaviour;

/** Behaviours of faulty receivers, for which other webhooks should not wait. */
final class Misbehaviours {

  private static final long BETWEEN_BYTES_MILLIS = 20;

  private Misbehaviours() {}

  /** Sends these characters and closes the connection. */
  static Behaviour raw(String text) {
    return (request, out) -> {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return false;
    };
  }

  /** Sends this beginning, and then byte after byte, slowly, as long as they are read. */
  static Behaviour trickling(String beginning) {
    return (request, out) -> {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      CountDownLatch never = new CountDownLatch(1);
      do {
        out.write('x');
        out.flush();
      } while (!never.await(BETWEEN_BYTES_MILLIS, TimeUnit.MILLISECONDS));
      return false;
    };
  }

  /** Sends this beginning, and then the same text again and again, as fast as it is read. */
  static Behaviour endless(String beginning, String again) {
    byte[] more = again.repeat(1 + 10_000 / again.length()).getBytes(StandardCharsets.US_ASCII);
    return (request, out) -> {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      while (!Thread.interrupted()) {
        out.write(more);
      }
      return false;
    };
  }
}
