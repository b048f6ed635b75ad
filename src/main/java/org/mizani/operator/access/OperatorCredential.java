package org.mizani.operator.access;

import jakarta.inject.Singleton;
import java.util.HexFormat;
import java.util.Optional;
import org.mizani.business.SecretHash;
import org.mizani.business.ServiceConfig;
import org.mizani.business.ServiceEnvironment;
import org.mizani.launch.sandbox.DemoBusiness;

/** The credential that operators enter with: that of the settings, in the sandbox the demo one. */
@Singleton
final class OperatorCredential {

  private static final String DEMO_KEY = "op_test_demo";
  private static final String DEMO_SECRET = "os_test_demo";
  private static final int SHORTEST_SECRET = 32;
  // Compared with when the key is unknown, so that the answer takes the same time.
  private static final SecretHash NOBODYS = SecretHash.of("nobody", "nothing");

  private final Optional<String> key;
  private final Optional<SecretHash> hash;

  OperatorCredential(OperatorConfig config, ServiceConfig service) {
    boolean sandbox = Boolean.getBoolean(DemoBusiness.SWITCH);
    this.key = config.key().or(() -> sandbox ? Optional.of(DEMO_KEY) : Optional.empty());
    Optional<String> secret =
        config.secret().or(() -> sandbox ? Optional.of(DEMO_SECRET) : Optional.empty());
    if (key.isPresent() != secret.isPresent()) {
      throw new IllegalArgumentException(
          "PAYMENTS_OPERATOR_KEY and PAYMENTS_OPERATOR_SECRET go together.");
    }
    if (service.environment() == ServiceEnvironment.PRODUCTION
        && secret.filter(text -> text.length() < SHORTEST_SECRET).isPresent()) {
      throw new IllegalArgumentException(
          "PAYMENTS_OPERATOR_SECRET must have at least " + SHORTEST_SECRET + " characters.");
    }
    this.hash = key.flatMap(name -> secret.map(text -> SecretHash.of(name, text)));
  }

  /** Whether these are the operator's key and secret; takes the same time whatever is wrong. */
  boolean matches(String givenKey, String givenSecret) {
    boolean sameSecret = hash.orElse(NOBODYS).matches(SecretHash.of(givenKey, givenSecret));
    return sameSecret && key.filter(givenKey::equals).isPresent();
  }

  /** What tokens carry of the credential: another secret has another. */
  String fingerprint() {
    return hash.map(h -> HexFormat.of().formatHex(h.bytes(), 0, 8)).orElse("");
  }
}
