package org.mizani.rail;

import java.util.Map;
import org.mizani.encryption.FieldEncryption;

/** Addresses for callbacks, without a running service. */
public final class TestCallbackUrls {

  private TestCallbackUrls() {}

  /** Returns those under a key of their own. */
  public static CallbackUrls withAKey() {
    return new CallbackUrls(new FieldEncryption(Map.of("test", new byte[32])));
  }
}
