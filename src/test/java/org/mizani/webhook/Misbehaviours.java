package org.mizani.webhook;

import java.nio.charset.StandardCharsets;
import org.mizani.webhook.FaultyReceiver.Behaviour;

/** What receivers do that nobody should have to wait for. */
final class Misbehaviours {

  private static final int LONGER_THAN_ANY_TIMEOUT = 400;

  private Misbehaviours() {}

  /** Answers these characters and closes the connection. */
  static Behaviour raw(String text) {
    return (request, out) -> {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return false;
    };
  }

  /** Goes on after this beginning with a byte each 50 ms. */
  static Behaviour trickling(String beginning) {
    return (request, out) -> {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < LONGER_THAN_ANY_TIMEOUT; i++) {
        out.write('x');
        out.flush();
        Thread.sleep(50);
      }
      return false;
    };
  }

  /** Goes on after this beginning with the same again and again, as fast as it is taken. */
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
