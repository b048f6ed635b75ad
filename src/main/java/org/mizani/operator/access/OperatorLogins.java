package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.mizani.access.AuthenticationAttempt;
import org.mizani.access.FailedAuthentications;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.SecretHash;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;

/**
 * Log-ins of operators, persons and the credential of the environment alike. The audit log has each
 * that succeeded, and of the refused ones the first of a minute for each key: guesses do not fill
 * it.
 */
@Singleton
final class OperatorLogins {

  private static final Logger LOG = Logger.getLogger(OperatorLogins.class);

  /** The key under which the audit log has guesses of keys that there are not. */
  static final String UNKNOWN = "unknown";

  private static final Set<ApiFault> REFUSALS =
      Set.of(ApiFault.INVALID_CREDENTIALS, ApiFault.CODE_REQUIRED);

  // Compared with if the key is unknown, so that the answer takes the same time.
  private static final SecretHash NO_SECRET = SecretHash.of("nobody", "nothing");

  private final Database database;
  private final OperatorCredential credential;
  private final SecondFactors secondFactors;
  private final FailedAuthentications failed;
  private final TokenIssuer tokens;
  private final AuditLog audit;

  OperatorLogins(
      Database database,
      OperatorCredential credential,
      SecondFactors secondFactors,
      FailedAuthentications failed,
      TokenIssuer tokens,
      AuditLog audit) {
    this.database = database;
    this.credential = credential;
    this.secondFactors = secondFactors;
    this.failed = failed;
    this.tokens = tokens;
    this.audit = audit;
  }

  /** Credentials as they were given. */
  record Given(String key, String secret, Optional<String> code) {

    @Override
    public String toString() {
      return "Given[…]";
    }
  }

  /**
   * Right credentials, before they are used.
   *
   * @param person empty for the credential of the environment
   * @param step the time step of the code; empty if none was given
   */
  private record Verified(
      Optional<Operator> person, Optional<Long> step, Map<String, Object> claims) {

    boolean lacksCode() {
      return step.isEmpty() && person.filter(Operator::hasSecondFactor).isPresent();
    }
  }

  /**
   * A new token for these credentials; fails with 401 for wrong ones, or without the code that they
   * need, and with 429 after too many failures.
   */
  Uni<String> logIn(Given given, AuthenticationAttempt attempt, String requestId) {
    return failed
        .unlessTooMany(attempt, () -> verify(given))
        .call(verified -> admit(verified, new Actor(given.key(), requestId), attempt.network()))
        .onFailure(OperatorLogins::isRefusal)
        .recoverWithUni(
            refusal ->
                noteRefusal(given.key(), attempt.network(), requestId)
                    .chain(() -> Uni.createFrom().failure(refusal)))
        .emitOn(Infrastructure.getDefaultWorkerPool())
        .map(verified -> tokens.issue(Bearer.OPERATOR, given.key(), verified.claims()));
  }

  private Uni<Optional<Verified>> verify(Given given) {
    if (credential.isKey(given.key())) {
      return verifyEnvironments(given);
    }
    SecretHash hash = SecretHash.of(given.key(), given.secret());
    return find(given.key())
        .chain(
            found -> {
              boolean matches = found.map(Operator::secretHash).orElse(NO_SECRET).matches(hash);
              return database
                  .now()
                  .chain(now -> verify(found.filter(p -> matches && p.isAdmitted(now)), given));
            });
  }

  /** Refused while a person has the same key: the audit log could not tell them apart. */
  private Uni<Optional<Verified>> verifyEnvironments(Given given) {
    Optional<Verified> verified = credential.login(given.key(), given.secret()).map(this::verified);
    if (verified.isEmpty()) {
      return Uni.createFrom().item(verified);
    }
    return find(given.key())
        .invoke(
            person ->
                person.ifPresent(
                    same ->
                        LOG.error(
                            "PAYMENTS_OPERATOR_KEY is the key of a person too, so neither logs in:"
                                + " set another one.")))
        .map(person -> verified.filter(right -> person.isEmpty()));
  }

  private Verified verified(OperatorCredential.Login login) {
    return new Verified(Optional.empty(), Optional.empty(), credential.claimsOf(login));
  }

  private Uni<Optional<Operator>> find(String key) {
    return OperatorForm.isKey(key)
        ? database.read(() -> Operator.withKey(key))
        : Uni.createFrom().item(Optional.empty());
  }

  private Uni<Optional<Verified>> verify(Optional<Operator> found, Given given) {
    if (found.isEmpty()) {
      return Uni.createFrom().item(Optional.empty());
    }
    Operator person = found.get();
    Map<String, Object> claims = OperatorSessions.claimsOf(person);
    if (!person.hasSecondFactor() || given.code().isEmpty()) {
      return Uni.createFrom().item(Optional.of(new Verified(found, Optional.empty(), claims)));
    }
    return secondFactors
        .verify(person, given.code().get())
        .map(step -> step.map(one -> new Verified(found, step, claims)));
  }

  private Uni<Void> admit(Verified verified, Actor actor, String network) {
    if (verified.lacksCode()) {
      return ApiFault.CODE_REQUIRED.asFailure();
    }
    return audit
        .audited(actor, () -> use(verified), done -> entry("operator.log-in", actor.key(), network))
        .replaceWithVoid();
  }

  /** Uses right credentials: a code once, even if it was given twice at once. */
  private Uni<Boolean> use(Verified verified) {
    if (verified.person().isEmpty()) {
      return Uni.createFrom().item(true);
    }
    Operator known = verified.person().get();
    return database
        .now()
        .chain(
            now ->
                Operator.locked(known.key())
                    .map(found -> found.filter(person -> isUsable(person, verified, now)))
                    .map(found -> found.orElseThrow(ApiFault.INVALID_CREDENTIALS::asException))
                    .invoke(person -> person.loggedIn(now, verified.step())))
        .replaceWith(true);
  }

  private static boolean isUsable(Operator person, Verified verified, Instant now) {
    return person.isAdmitted(now)
        && person.epoch() == verified.person().orElseThrow().epoch()
        && verified.step().stream().allMatch(step -> step > person.totpStep());
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof ApiException refused && REFUSALS.contains(refused.fault());
  }

  private Uni<Void> noteRefusal(String key, String network, String requestId) {
    return find(key)
        .map(found -> found.isPresent() || credential.isKey(key) ? key : UNKNOWN)
        .chain(
            name ->
                failed
                    .firstOfMinute("operator.refuse-log-in/" + name)
                    .chain(
                        first ->
                            first
                                ? audit.write(
                                    new Actor(name, requestId),
                                    entry("operator.refuse-log-in", name, network))
                                : Uni.createFrom().voidItem()));
  }

  private static Entry entry(String action, String key, String network) {
    return new Entry(action, Operator.subject(key), Map.of(), Map.of("network", network));
  }
}
