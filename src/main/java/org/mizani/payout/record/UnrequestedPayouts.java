package org.mizani.payout.record;

import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.ledger.Ledger;

/**
 * Creation of payouts that no partner has requested: of sweeps (ADR 9) and refunds (ADR 20), as
 * clauses of the statement that decides about them. Once created they are payouts like others, due
 * at once.
 */
@Singleton
public final class UnrequestedPayouts {

  /**
   * Records such payouts with their holds. Part of a statement that has {@code locked_wallet} (rows
   * of wallet, locked) and {@code unrequested (payout_id, sweep_id, due_at, refund_of, business_id,
   * wallet_id, channel, country, rail, at_most_once, currency, amount_minor, purpose,
   * recipient_hash, parties_encrypted)}, which takes no more than a locked wallet has available.
   */
  public static final String CREATE =
      """
      created AS (
        INSERT INTO payout (
          id, business_id, wallet_id, sweep_id, sweep_due_at, refund_of, channel, country, rail,
          sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate)
        SELECT payout_id, business_id, wallet_id, sweep_id, due_at, refund_of, channel, country,
               rail, currency, amount_minor, 0, currency, amount_minor, 1
        FROM unrequested
        RETURNING id, wallet_id, sender_minor + fee_minor AS total_minor
      ), detail AS (
        INSERT INTO payout_detail (
          payout_id, created_at, recipient_hash, parties_encrypted, purpose_of_transfer)
        SELECT payout_id, now(), recipient_hash, parties_encrypted, purpose FROM unrequested
      ), due AS (
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at, at_most_once)
        SELECT payout_id, business_id, now(), now(), at_most_once FROM unrequested
      ),\s\
      """
          + Ledger.HOLD_CREATED;

  private final Parties.Encryption encryption;

  UnrequestedPayouts(Parties.Encryption encryption) {
    this.encryption = encryption;
  }

  /** The column {@code parties_encrypted} of a payout to this recipient. */
  public byte[] encrypted(UUID serviceReference, Recipient recipient) {
    return encryption.encrypt(serviceReference, Parties.of(recipient));
  }

  /** The column {@code recipient_hash} of a payout to this recipient. */
  public int hash(Recipient recipient) {
    return encryption.hash(recipient);
  }
}
