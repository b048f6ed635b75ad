package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.service.ServiceConfig;

/** Second factors of persons: their enrolment, and the verification of codes (ADR 24). */
@Singleton
final class SecondFactors {

  /** Takes one of the tries before its code is looked at: of guesses at once none is too many. */
  private static final String TAKE_TRY =
      """
      UPDATE operator SET tried_codes = tried_codes + 1
      WHERE id = $1 AND epoch = $2 AND tried_codes < $3
      RETURNING totp_encrypted, totp_step
      """;

  private final Database database;
  private final AuditLog audit;
  private final FieldEncryption encryption;
  private final TotpCodes codes;
  private final int tries;
  private final String issuer;
  private final SecureRandom random = new SecureRandom();

  SecondFactors(
      Database database,
      AuditLog audit,
      FieldEncryption encryption,
      TotpCodes codes,
      OperatorConfig config,
      ServiceConfig service) {
    this.database = database;
    this.audit = audit;
    this.encryption = encryption;
    this.codes = codes;
    this.tries = config.validTotpTries();
    this.issuer = "Business Payments " + service.environment().code();
  }

  /** How many codes may be tried in a row. */
  int tries() {
    return tries;
  }

  /**
   * The time step of a person's code; empty for a wrong one, one that was accepted before, and any
   * code once too many were tried.
   */
  Uni<Optional<Long>> verify(Operator operator, String code) {
    return database
        .find(
            TAKE_TRY,
            Tuple.of(operator.id(), operator.epoch(), tries),
            row -> stepOf(operator.key(), row, code))
        .map(found -> found.flatMap(Function.identity()));
  }

  private Optional<Long> stepOf(String key, Row row, String code) {
    byte[] secret = decrypted(key, row.getBuffer("totp_encrypted").getBytes());
    return codes.stepOf(secret, code, row.getLong("totp_step"));
  }

  /**
   * Begins an enrolment; one that was not confirmed is forgotten.
   *
   * @return the URI for the authenticator app, shown this once
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 409 if one is enrolled
   */
  Uni<String> begin(Actor actor) {
    byte[] secret = new byte[TotpCodes.SECRET_BYTES];
    random.nextBytes(secret);
    return changed(
            actor,
            "operator.begin-second-factor",
            operator -> {
              if (operator.hasSecondFactor()) {
                throw OperatorFault.SECOND_FACTOR_ENROLLED.asException();
              }
              operator.beginEnrolment(encryption.encrypt(context(operator.key()), secret));
              return Uni.createFrom().voidItem();
            })
        .replaceWith(() -> TotpCodes.uri(issuer, actor.key(), secret));
  }

  /**
   * Confirms an enrolment by its first code. From then on tokens want one.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 409 if none is begun, 400 for a
   *     wrong code
   */
  Uni<Operator> confirm(Actor actor, String code) {
    return changed(actor, "operator.confirm-second-factor", operator -> confirm(operator, code));
  }

  private Uni<Void> confirm(Operator operator, String code) {
    byte[] encrypted =
        operator
            .totpEncrypted()
            .filter(begun -> !operator.hasSecondFactor())
            .orElseThrow(OperatorFault.NO_ENROLMENT::asException);
    long step =
        codes
            .stepOf(decrypted(operator.key(), encrypted), code, operator.totpStep())
            .orElseThrow(OperatorFault.WRONG_CODE::asException);
    return database.now().invoke(now -> operator.confirmEnrolment(now, step)).replaceWithVoid();
  }

  private Uni<Operator> changed(
      Actor actor, String action, Function<Operator, Uni<? extends Void>> change) {
    return audit.audited(
        actor,
        () ->
            Operator.locked(actor.key())
                .map(found -> found.orElseThrow(ApiFault.TOKEN_INVALID::asException))
                .call(operator -> change.apply(operator)),
        done -> new Entry(action, Operator.subject(actor.key()), Map.of(), Map.of()));
  }

  private byte[] decrypted(String key, byte[] encrypted) {
    return encryption.decrypt(context(key), encrypted);
  }

  private static String context(String key) {
    return "operator/" + key + "/totp";
  }
}
