package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.mizani.access.AuthenticationAttempt;
import org.mizani.access.FailedAuthentications;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.access.IdentityProvider.Identity;
import org.mizani.operator.access.OperatorVerification.Given;
import org.mizani.operator.access.OperatorVerification.GivenIdentity;

/**
 * Log-ins of operators, persons and the credential of the environment alike. The audit log has each
 * that succeeded, and of the refused ones the first of a minute for each key: guesses do not fill
 * it.
 */
@Singleton
final class OperatorLogins {

  /** The key under which the audit log has guesses of keys that there are not. */
  static final String UNKNOWN = "unknown";

  private static final Set<ApiFault> REFUSALS =
      Set.of(ApiFault.INVALID_CREDENTIALS, OperatorFault.CODE_REQUIRED);

  private final Database database;
  private final OperatorVerification verification;
  private final IdentityProvider provider;
  private final OperatorSessions sessions;
  private final FailedAuthentications failed;
  private final TokenIssuer tokens;
  private final AuditLog audit;

  OperatorLogins(
      Database database,
      OperatorVerification verification,
      IdentityProvider provider,
      OperatorSessions sessions,
      FailedAuthentications failed,
      TokenIssuer tokens,
      AuditLog audit) {
    this.database = database;
    this.verification = verification;
    this.provider = provider;
    this.sessions = sessions;
    this.failed = failed;
    this.tokens = tokens;
    this.audit = audit;
  }

  /**
   * A new token for these credentials; fails with 401 for wrong ones, or without the code that they
   * need, and with 429 after too many failures.
   */
  Uni<String> logIn(Given given, AuthenticationAttempt attempt, String requestId) {
    return logIn(given::key, () -> verification.verify(given), attempt, requestId);
  }

  /**
   * A new token for an identity token, which is used once; fails likewise, with 404 without an
   * identity provider, and with 503 if it does not answer. A refusal is audited in the name of the
   * operator whom the token proves, and never of one whom it only claims.
   */
  Uni<String> logIn(GivenIdentity given, AuthenticationAttempt attempt, String requestId) {
    AtomicReference<String> proved = new AtomicReference<>(UNKNOWN);
    return provider.isConfigured()
        ? logIn(proved::get, () -> verification.verify(given, proved::set), attempt, requestId)
        : OperatorFault.NO_IDENTITY_PROVIDER.asFailure();
  }

  private Uni<String> logIn(
      Supplier<String> name,
      Supplier<Uni<Optional<VerifiedOperator>>> verified,
      AuthenticationAttempt attempt,
      String requestId) {
    return failed
        .unlessTooMany(attempt, verified)
        .call(operator -> admit(operator, attempt.network(), requestId))
        .onFailure(OperatorLogins::isRefusal)
        .recoverWithUni(
            refusal ->
                noteRefusal(name.get(), attempt.network(), requestId)
                    .chain(() -> Uni.createFrom().failure(refusal)))
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(operator -> tokens.issue(Bearer.OPERATOR, operator.key(), operator.claims()));
  }

  private Uni<Void> admit(VerifiedOperator operator, String network, String requestId) {
    if (operator.lacksCode()) {
      return OperatorFault.CODE_REQUIRED.asFailure();
    }
    return audit
        .audited(
            new Actor(operator.key(), requestId),
            () -> use(operator),
            done -> entry("operator.log-in", operator.key(), operator.audited(network)))
        .replaceWithVoid();
  }

  /** Uses right credentials: a code and an identity token once, also if given twice at once. */
  private Uni<Boolean> use(VerifiedOperator operator) {
    if (operator.person().isEmpty()) {
      return Uni.createFrom().item(true);
    }
    return database
        .now()
        .chain(
            now ->
                Operator.locked(operator.key())
                    .map(found -> found.filter(person -> operator.isStill(person, now)))
                    .map(found -> found.orElseThrow(ApiFault.INVALID_CREDENTIALS::asException))
                    .invoke(person -> person.loggedIn(now, operator.step())))
        .chain(
            person ->
                operator.identity().map(this::use).orElseGet(() -> Uni.createFrom().item(true)));
  }

  private Uni<Boolean> use(Identity identity) {
    return sessions
        .use(identity)
        .map(first -> first.orElseThrow(ApiFault.INVALID_CREDENTIALS::asException))
        .replaceWith(true);
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof ApiException refused && REFUSALS.contains(refused.fault());
  }

  private Uni<Void> noteRefusal(String key, String network, String requestId) {
    return verification
        .isKnown(key)
        .map(known -> known ? key : UNKNOWN)
        .chain(
            name ->
                failed.onceAMinute(
                    "operator.refuse-log-in/" + name,
                    () ->
                        audit.write(
                            new Actor(name, requestId),
                            entry("operator.refuse-log-in", name, Map.of("network", network)))));
  }

  private static Entry entry(String action, String key, Map<String, Object> how) {
    return new Entry(action, Operator.subject(key), Map.of(), how);
  }
}
