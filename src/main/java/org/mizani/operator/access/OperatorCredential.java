package org.mizani.operator.access;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jboss.logging.Logger;
import org.mizani.business.SecretHash;
import org.mizani.log.JobHealth;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;
import org.mizani.work.ReloadedSetting;

/**
 * Credential of the environment: an operator that is no row. In production it manages operators
 * alone (ADR 24). A token belongs to the secret that it was issued for, and ends with it.
 */
@Singleton
final class OperatorCredential {

  private static final Logger LOG = Logger.getLogger(OperatorCredential.class);
  // Compared with when the key is unknown, so that the answer takes the same time.
  private static final SecretHash UNKNOWN = SecretHash.of("nobody", "nothing");
  private static final String CLAIM = "credential";

  private final JobHealth health = new JobHealth(LOG, "Reading operator secrets");
  private final Optional<String> key;
  private final OperatorRole role;
  private final ReloadedSetting<OperatorSecrets, List<SecretHash>> secrets;

  OperatorCredential(OperatorConfig config, ServiceConfig service, MeterRegistry registry) {
    this.key = config.key();
    boolean guarded = service.environment() == ServiceEnvironment.PRODUCTION;
    this.role = guarded ? OperatorRole.BOOTSTRAP : OperatorRole.ADMINISTRATOR;
    this.secrets =
        new ReloadedSetting<>(
            () -> OperatorSecrets.read(config),
            read -> hashes(read.accepted(key, guarded)),
            health);
    health.measure(registry);
    Gauge.builder("payments.operator.secrets", () -> secrets.value().size())
        .description("Secrets of operators that this pod accepts: 2 during a rotation")
        .register(registry);
  }

  /**
   * A login by the operator's key and one of its secrets.
   *
   * @param fingerprint the part of the secret's hash that tokens carry
   */
  record Login(String key, String fingerprint) {}

  private List<SecretHash> hashes(List<String> accepted) {
    return accepted.stream().map(secret -> SecretHash.of(key.orElseThrow(), secret)).toList();
  }

  /** Reads the secrets' files again. */
  @Scheduled(
      every = "${payments.token.refresh-every:15s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  void refresh() {
    if (secrets.refresh()) {
      LOG.info("The operators' secrets were exchanged.");
    }
  }

  /**
   * The login by a key and a secret, empty unless they are the operator's; takes the same time if
   * either is wrong.
   */
  Optional<Login> login(String givenKey, String givenSecret) {
    SecretHash given = SecretHash.of(givenKey, givenSecret);
    Optional<SecretHash> found = Optional.empty();
    for (SecretHash hash : known()) {
      found = hash.matches(given) ? Optional.of(hash) : found;
    }
    return found
        .filter(hash -> isKey(givenKey))
        .map(hash -> new Login(givenKey, fingerprint(hash)));
  }

  private List<SecretHash> known() {
    List<SecretHash> hashes = secrets.value();
    return hashes.isEmpty() ? List.of(UNKNOWN) : hashes;
  }

  /** Whether this is the operator's key, which no person may have. */
  boolean isKey(String given) {
    return key.filter(given::equals).isPresent();
  }

  /** What it may do: all, but in production to manage operators alone. */
  OperatorRole role() {
    return role;
  }

  /** The claims of a token for this login. */
  Map<String, Object> claimsOf(Login login) {
    return Map.of(CLAIM, login.fingerprint());
  }

  /** Whether a token was issued for one of the secrets. */
  boolean isIssued(JsonWebToken claims) {
    return isOfASecret(claims.getClaim(CLAIM));
  }

  private boolean isOfASecret(String claim) {
    return secrets.value().stream().anyMatch(hash -> fingerprint(hash).equals(claim));
  }

  private static String fingerprint(SecretHash hash) {
    return HexFormat.of().formatHex(hash.bytes(), 0, 8);
  }
}
