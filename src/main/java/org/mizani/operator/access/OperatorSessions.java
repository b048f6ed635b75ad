package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.database.Database;
import org.mizani.operator.access.IdentityProvider.Identity;

/**
 * Sessions of operators, by their tokens. Each request reads its session from the database: what
 * ends one ends it at once on all pods, and operators send few requests.
 */
@Singleton
final class OperatorSessions {

  private static final String READ_PERSON =
      """
      SELECT o.role, o.totp_confirmed_at IS NOT NULL AS has_second_factor FROM operator o
      WHERE o.id = $1 AND o.key = $2 AND o.epoch = $3 AND NOT o.disabled
        AND (o.expires_at IS NULL OR o.expires_at > now())
        AND NOT EXISTS (SELECT FROM operator_logout l WHERE l.token_id = $4)
      """;

  /** A person with the same key ends it, too: the audit log could not tell them apart. */
  private static final String READ_END =
      """
      SELECT FROM operator_logout WHERE token_id = $1
      UNION ALL SELECT FROM operator WHERE key = $2
      LIMIT 1
      """;

  /** Old ones are kept a day longer, for a pod whose clock is slow. */
  private static final String LOG_OUT =
      """
      WITH forgotten AS (
        DELETE FROM operator_logout WHERE expires_at < now() - interval '1 day')
      INSERT INTO operator_logout (token_id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING
      """;

  private static final String USE =
      """
      INSERT INTO operator_logout (token_id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING
      RETURNING token_id
      """;

  private static final String OPERATOR_ID = "operator_id";
  private static final String EPOCH = "epoch";
  private static final String SECOND_FACTOR = "second_factor";

  private final Database database;
  private final TokenIssuer tokens;
  private final OperatorCredential credential;
  private final AuditLog audit;
  private final boolean totpRequired;

  OperatorSessions(
      Database database,
      TokenIssuer tokens,
      OperatorCredential credential,
      AuditLog audit,
      OperatorConfig config) {
    this.database = database;
    this.tokens = tokens;
    this.credential = credential;
    this.audit = audit;
    this.totpRequired = config.totpRequired();
  }

  /**
   * The claims of a person's token.
   *
   * @param hasSecondFactor whether one was checked elsewhere, so that the person needs no own
   */
  static Map<String, Object> claimsOf(Operator person, boolean hasSecondFactor) {
    return Map.of(OPERATOR_ID, person.id(), EPOCH, person.epoch(), SECOND_FACTOR, hasSecondFactor);
  }

  /**
   * The session of a token; empty if the token was logged out, or was issued for what the operator
   * does not have any more.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if the token is not valid
   */
  Uni<Optional<OperatorSession>> find(String token) {
    JsonWebToken claims = tokens.check(Bearer.OPERATOR, token).claims();
    if (claims.getTokenID() == null) {
      return Uni.createFrom().item(Optional.empty());
    }
    if (claims.containsClaim(OPERATOR_ID)) {
      return person(claims);
    }
    return credential.isIssued(claims)
        ? ofEnvironment(claims)
        : Uni.createFrom().item(Optional.empty());
  }

  private Uni<Optional<OperatorSession>> person(JsonWebToken claims) {
    long epoch = number(claims, EPOCH);
    Tuple token =
        Tuple.of(number(claims, OPERATOR_ID), claims.getSubject(), epoch, claims.getTokenID());
    return database.find(
        READ_PERSON,
        token,
        row ->
            session(
                claims,
                Optional.of(epoch),
                OperatorRole.find(row.getString("role")).orElseThrow(),
                totpRequired
                    && !row.getBoolean("has_second_factor")
                    && !isTrue(claims, SECOND_FACTOR)));
  }

  private Uni<Optional<OperatorSession>> ofEnvironment(JsonWebToken claims) {
    return database
        .find(READ_END, Tuple.of(claims.getTokenID(), claims.getSubject()), row -> true)
        .map(
            ended ->
                ended.isPresent()
                    ? Optional.empty()
                    : Optional.of(session(claims, Optional.empty(), credential.role(), false)));
  }

  private static OperatorSession session(
      JsonWebToken claims, Optional<Long> epoch, OperatorRole role, boolean enrolsOnly) {
    return new OperatorSession(
        claims.getSubject(),
        epoch,
        role,
        enrolsOnly,
        claims.getTokenID(),
        Instant.ofEpochSecond(claims.getExpirationTime()));
  }

  private static boolean isTrue(JsonWebToken claims, String name) {
    return Boolean.parseBoolean(String.valueOf(claims.<Object>getClaim(name)));
  }

  private static long number(JsonWebToken claims, String name) {
    return Long.parseLong(String.valueOf(claims.<Object>getClaim(name)));
  }

  /** Uses an identity token, in the log-in's transaction; empty if it was used before. */
  Uni<Optional<String>> use(Identity identity) {
    Tuple token =
        Tuple.of("identity/" + identity.use(), identity.usableUntil().atOffset(ZoneOffset.UTC));
    return database.find(USE, token, row -> row.getString("token_id"));
  }

  /** Ends a session: its token is refused from now on. */
  Uni<Void> end(Actor actor, OperatorSession session) {
    Tuple token = Tuple.of(session.tokenId(), session.endsAt().atOffset(ZoneOffset.UTC));
    return audit
        .audited(
            actor,
            () -> database.execute(LOG_OUT, token),
            done ->
                new Entry("operator.log-out", Operator.subject(session.key()), Map.of(), Map.of()))
        .replaceWithVoid();
  }
}
