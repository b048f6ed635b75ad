package org.mizani.payout.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.work.Lease;

/**
 * Decisions of screening against payouts, as they are recorded for operators (ADR 40). The reasons
 * of the screening service may be about a person, so they are encrypted.
 */
@Singleton
public final class ScreeningDecisions {

  /** Decision against a payout, or the want of one. */
  public enum Decision {
    HELD,
    REFUSED,
    UNANSWERED;

    private String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String OF_LEASE =
      "WHERE id = $1 AND polls = $2 AND leased_until = next_poll_at AND leased_until > now()";

  /** Records the decision of the relation {@code noted}. */
  private static final String NOTE =
      """
      INSERT INTO payout_screening (id, screened_at, decision, reason_encrypted)
      SELECT id, now(), decision, reason_encrypted FROM noted
      ON CONFLICT (id) DO UPDATE
      SET screened_at = excluded.screened_at, decision = excluded.decision,
          reason_encrypted = excluded.reason_encrypted
      """;

  /**
   * Ends the lease {@code $2} of payout {@code $1}, for an operator to review it. Once its network
   * has it, and has sent a word since the claim, which knew of {@code $3}, it is due at once.
   */
  private static final String HOLD =
      """
      UPDATE payout_due
      SET screening = 'held', leased_until = NULL,
          next_poll_at = CASE WHEN words > $3 AND polls > skipped_polls THEN now()
                              ELSE 'infinity' END%s
      """
          + OF_LEASE;

  static final String HOLD_AGAIN = HOLD.formatted("");

  static final String HOLD_NEW =
      """
      WITH held AS (
        %s
        RETURNING id
      ), noted AS (
        SELECT id, $5::text AS decision, $6::bytea AS reason_encrypted FROM held
      )
      """
              .formatted(HOLD.formatted(", screened_at = now(), held_reason = $4"))
          + NOTE;

  static final String NOTE_REFUSAL =
      """
      WITH noted AS (
        SELECT id, 'refused' AS decision, $3::bytea AS reason_encrypted FROM payout_due
        %s
      )
      """
              .formatted(OF_LEASE)
          + NOTE;

  private static final String READ_REASON =
      "SELECT reason_encrypted FROM payout_screening"
          + " WHERE id = $1 AND reason_encrypted IS NOT NULL";

  private static final Logger LOG = Logger.getLogger(ScreeningDecisions.class);

  private final Database database;
  private final Encryption encryption;

  ScreeningDecisions(Database database, Encryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /** Encryption of reasons, bound to their payout. */
  @Singleton
  static final class Encryption extends EncryptedJson<String> {

    Encryption(FieldEncryption encryption, ObjectMapper mapper) {
      super(encryption, mapper, "payout-screening", String.class);
    }
  }

  /**
   * Ends a lease: the payout waits for a review. Without effect once the lease is another's.
   *
   * @param words of the screening service
   * @param why it is held though the service has not said so
   */
  public Uni<Void> hold(
      Lease lease, Decision decision, Optional<String> words, Optional<String> why) {
    return database
        .execute(
            HOLD_NEW,
            Tuple.of(
                lease.id(),
                lease.polls(),
                lease.words(),
                why.orElse(null),
                decision.code(),
                encrypted(lease.id(), words)))
        .replaceWithVoid();
  }

  /** Ends the lease of a payout that has waited for a review before: it waits on. */
  public Uni<Void> holdAgain(Lease lease) {
    return database
        .execute(HOLD_AGAIN, Tuple.of(lease.id(), lease.polls(), lease.words()))
        .replaceWithVoid();
  }

  /** Notes a refusal that is about to be applied, in the words of the screening service. */
  public Uni<Void> noteRefusal(Lease lease, Optional<String> words) {
    return database
        .execute(NOTE_REFUSAL, Tuple.of(lease.id(), lease.polls(), encrypted(lease.id(), words)))
        .replaceWithVoid();
  }

  private Buffer encrypted(UUID payout, Optional<String> words) {
    return words.map(said -> Buffer.buffer(encryption.encrypt(payout, said))).orElse(null);
  }

  /** The reason in the words of the screening service; empty also once it was erased. */
  Uni<Optional<String>> reason(UUID payout) {
    return database
        .find(READ_REASON, Tuple.of(payout), row -> row.getBuffer("reason_encrypted").getBytes())
        .map(found -> found.flatMap(encrypted -> readable(payout, encrypted)));
  }

  private Optional<String> readable(UUID payout, byte[] encrypted) {
    try {
      return Optional.of(encryption.decrypt(payout, encrypted));
    } catch (UndecryptableException e) {
      LOG.warnf("why payout %s is screened out cannot be read", payout);
      return Optional.empty();
    }
  }
}
