package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
            () -> enter(key, profile, SecretHash.of(key, secret)),
            made -> entry("operator.create", Map.of(), made))
        .map(made -> new Issued(made, secret))
        .onFailure(SqlState::isUniqueViolation)
        .transform(failure -> OperatorFault.OPERATOR_EXISTS.asException());
  }

  private Uni<Operator> enter(String key, OperatorProfile profile, SecretHash secret) {
    return database
        .now()
        .chain(now -> new Operator(key, profile, secret, now).<Operator>persistAndFlush());
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
        operator -> {
          OperatorProfile after = change.apply(operator.profile());
          if (!after.isSameAccess(operator.profile())) {
            requireOther(actor, operator);
          }
          operator.change(after);
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
            operator -> {
              requireOther(actor, operator);
              operator.replaceSecret(SecretHash.of(key, secret));
            })
        .map(operator -> new Issued(operator, secret));
  }

  /** Removes the second factor of another person, so that a new one can be enrolled. */
  Uni<Operator> removeSecondFactor(Actor actor, String key) {
    return changed(
        actor,
        key,
        "operator.remove-second-factor",
        operator -> {
          requireOther(actor, operator);
          operator.removeSecondFactor();
        });
  }

  private record Change(Map<String, Object> before, Operator after) {}

  private Uni<Operator> changed(Actor actor, String key, String action, Consumer<Operator> change) {
    if (!OperatorForm.isKey(key)) {
      return OperatorFault.OPERATOR_NOT_FOUND.asFailure();
    }
    return audit
        .audited(
            actor,
            () ->
                Operator.locked(key)
                    .map(Operators::required)
                    .map(
                        operator -> {
                          Map<String, Object> before = fields(operator);
                          change.accept(operator);
                          return new Change(before, operator);
                        }),
            made -> entry(action, made.before(), made.after()))
        .map(Change::after);
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
    return new Entry(action, Operator.subject(after.key()), before, fields(after));
  }

  private static Map<String, Object> fields(Operator operator) {
    OperatorForm form = OperatorForm.of(operator.profile());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("displayName", form.displayName());
    fields.put("role", form.role());
    fields.put("expiresAt", form.expiresAt());
    fields.put("disabled", form.disabled());
    fields.put("secondFactor", operator.hasSecondFactor());
    return fields;
  }
}
