package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.SecretHash;
import org.mizani.database.Database;
import org.mizani.database.SqlState;
import org.mizani.fault.OperatorFault;
import org.mizani.service.ServiceConfig;

/**
 * Persons among the operators: made and changed by administrators, each change in one transaction
 * with its audit entry.
 */
@Singleton
final class Operators {

  private static final int SECRET_BYTES = 32;

  /** Creations at once count one after the other: each sees the persons of the ones before. */
  private static final String COUNT_ALONE =
      "SELECT true FROM pg_advisory_xact_lock(hashtext('first persons'))";

  /** Rows are never deleted, so disabled persons count. */
  private static final String COUNT =
      """
      SELECT count(*) AS persons, coalesce(min(created_at) > now() - interval '1 day', true) AS new
      FROM operator
      """;

  /** Names in the audit log that are no persons. */
  private static final Set<String> RESERVED = Set.of("rate-refresh", OperatorLogins.UNKNOWN);

  private final Database database;
  private final AuditLog audit;
  private final OperatorCredential credential;
  private final String secretPrefix;
  private final SecureRandom random = new SecureRandom();

  Operators(
      Database database, AuditLog audit, OperatorCredential credential, ServiceConfig service) {
    this.database = database;
    this.audit = audit;
    this.credential = credential;
    this.secretPrefix = "os_" + service.environment().keyMark() + "_";
  }

  /** A person with a new secret, which is shown only once. */
  record Issued(Operator operator, String secret) {

    @Override
    public String toString() {
      return "Issued[" + operator + "]";
    }
  }

  /** Makes a person; fails with 409 {@code operator exists}. */
  Uni<Issued> create(Actor actor, String key, OperatorProfile profile) {
    if (credential.isKey(key) || RESERVED.contains(key)) {
      return OperatorFault.OPERATOR_EXISTS.asFailure();
    }
    String secret = newSecret();
    return audit
        .audited(
            actor,
            () -> enter(actor, new Credentials(key, SecretHash.of(key, secret)), profile),
            made -> entry("operator.create", Map.of(), made))
        .map(made -> new Issued(made, secret))
        .onFailure(SqlState::isUniqueViolation)
        .transform(failure -> OperatorFault.OPERATOR_EXISTS.asException());
  }

  private record Credentials(String key, SecretHash secret) {}

  private Uni<Operator> enter(Actor actor, Credentials credentials, OperatorProfile profile) {
    return database
        .now()
        .map(now -> new Operator(credentials.key(), profile, credentials.secret(), now))
        .call(made -> isOneOfTheFirst(actor).invoke(first -> begin(made, first)))
        .chain(made -> made.<Operator>persistAndFlush());
  }

  private static void begin(Operator made, boolean first) {
    if (first) {
      made.waiveWait();
    }
  }

  private Uni<Boolean> isOneOfTheFirst(Actor actor) {
    return database
        .one(COUNT_ALONE, Tuple.tuple(), row -> true)
        .chain(
            () ->
                database.one(
                    COUNT,
                    Tuple.tuple(),
                    row -> isOneOfTheFirst(actor, row.getLong("persons"), row.getBoolean("new"))));
  }

  /**
   * Whether a new person is one of the first two of an installation, whose access does not count as
   * new: made by the environment's credential, the second within a day of the first. No person
   * makes such a one, and later none is.
   *
   * @param persons the number of those that there are
   * @param isNew whether the first of them was made within a day
   */
  static boolean isOneOfTheFirst(Actor actor, long persons, boolean isNew) {
    return actor.epoch().isEmpty() && (persons == 0 || (persons == 1 && isNew));
  }

  /**
   * Changes a person; fails with 404 {@code operator not found}, and with 403 where operators would
   * change their own access.
   */
  Uni<Operator> change(Actor actor, String key, UnaryOperator<OperatorProfile> change) {
    return changed(
        actor,
        key,
        "operator.change",
        (operator, now) -> {
          OperatorProfile after = change.apply(operator.profile());
          if (!after.isSameAccess(operator.profile())) {
            requireOther(actor, operator);
          }
          operator.change(after, now);
        });
  }

  /**
   * Replaces the secret of another person; the old one and all tokens are refused from now on.
   * Fails like {@link #change}.
   */
  Uni<Issued> renewSecret(Actor actor, String key) {
    String secret = newSecret();
    return changed(
            actor,
            key,
            "operator.renew-secret",
            (operator, now) -> {
              requireOther(actor, operator);
              operator.replaceSecret(SecretHash.of(key, secret), now);
            })
        .map(operator -> new Issued(operator, secret));
  }

  /**
   * Replaces the secret of the person itself, whose credentials were verified: no other operator
   * knows the new one. All tokens are refused from now on.
   */
  Uni<Issued> replaceOwnSecret(Actor actor, VerifiedOperator verified) {
    String secret = newSecret();
    return changed(
            actor,
            actor.key(),
            "operator.replace-own-secret",
            (operator, now) -> {
              verified.requireStill(operator, now);
              operator.replaceOwnSecret(
                  SecretHash.of(operator.key(), secret), verified.step(), now);
            })
        .map(operator -> new Issued(operator, secret));
  }

  /** Removes the second factor of another person, so that a new one can be enrolled. */
  Uni<Operator> removeSecondFactor(Actor actor, String key) {
    return changed(
        actor,
        key,
        "operator.remove-second-factor",
        (operator, now) -> {
          requireOther(actor, operator);
          operator.removeSecondFactor(now);
        });
  }

  private record Change(Map<String, Object> before, Operator after) {}

  private Uni<Operator> changed(
      Actor actor, String key, String action, BiConsumer<Operator, Instant> change) {
    if (!OperatorForm.isKey(key)) {
      return OperatorFault.OPERATOR_NOT_FOUND.asFailure();
    }
    return audit
        .audited(
            actor,
            () ->
                Operator.locked(key)
                    .map(Operators::required)
                    .chain(operator -> database.now().map(now -> changed(operator, now, change))),
            made -> entry(action, made.before(), made.after()))
        .map(Change::after);
  }

  private static Change changed(
      Operator operator, Instant now, BiConsumer<Operator, Instant> change) {
    Map<String, Object> before = OperatorForm.audited(operator);
    change.accept(operator, now);
    return new Change(before, operator);
  }

  /** The person of this key; fails with 404 {@code operator not found}. */
  Uni<Operator> read(String key) {
    return OperatorForm.isKey(key)
        ? database.read(() -> Operator.withKey(key)).map(Operators::required)
        : OperatorFault.OPERATOR_NOT_FOUND.asFailure();
  }

  /**
   * Persons, newest first.
   *
   * @param before only those with a smaller {@link Operator#id}
   */
  Uni<List<Operator>> list(long before, int limit) {
    return database.read(() -> Operator.below(before, limit));
  }

  private static Operator required(Optional<Operator> found) {
    return found.orElseThrow(OperatorFault.OPERATOR_NOT_FOUND::asException);
  }

  private static void requireOther(Actor actor, Operator operator) {
    if (actor.key().equals(operator.key())) {
      throw OperatorFault.OWN_ACCESS.asException();
    }
  }

  private String newSecret() {
    byte[] drawn = new byte[SECRET_BYTES];
    random.nextBytes(drawn);
    return secretPrefix + HexFormat.of().formatHex(drawn);
  }

  private static Entry entry(String action, Map<String, Object> before, Operator after) {
    return new Entry(action, Operator.subject(after.key()), before, OperatorForm.audited(after));
  }
}
