package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.ledger.ServiceAccounts.OfPayout;
import org.mizani.money.Money;
import org.mizani.payout.PaidPayouts.PaidPayout;
import org.mizani.payout.PayoutWebhook.Payment;
import org.mizani.payout.record.Payout;
import org.mizani.payout.record.PayoutReturn;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EventKind;
import org.mizani.work.BatchColumns;

/**
 * Returns of payouts: money that comes back after a success, because the recipient's bank has sent
 * it back or the network has reversed it (ADR 16). The wallet gets the amount that was taken, and
 * the fee too where the setting says so. The payout stays successful; the return stands beside it.
 */
@Singleton
public final class PayoutReturns {

  /** A return by the rail's reference, with the accounts that it concerns. */
  private record Booking(
      PaidPayout payout,
      String reference,
      Money refund,
      OfPayout accounts,
      Optional<OutgoingWebhook> webhook,
      List<EndpointWebhook> toEndpoints) {

    /** What the wallet gets back. */
    private Money total() {
      return payout.payment().sender().plus(refund);
    }
  }

  private static final BatchColumns<Booking> DECISION =
      OutgoingWebhook.addTo(
          new BatchColumns<Booking>()
              .uuid("id", b -> b.payout().payment().serviceReference())
              .bigint("wallet_id", b -> b.payout().walletId())
              .text("reference", Booking::reference)
              .bigint("fee_minor", b -> b.refund().minor())
              .bigint("captured_account_id", b -> b.accounts().captured())
              .bigint("fees_account_id", b -> b.accounts().fees())
              .bigint("exchanged_account_id", b -> b.accounts().exchanged())
              .bigint("clearing_account_id", b -> b.accounts().clearing()),
          Booking::webhook);

  private static final EndpointWebhook.Columns TO_ENDPOINTS =
      new EndpointWebhook.Columns(DECISION, 1);

  /**
   * Returns payouts. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, before their transfers get theirs
   *   <li>enter the return of each payout that was paid, once a payout and once a reference of the
   *       rail: a success never changes, so the payout needs no lock
   *   <li>move the money back
   *   <li>write the webhooks, due at once: they are claimed after the commit
   * </ol>
   */
  static final String RETURN = returned("");

  /** The same, which also writes the webhooks to endpoints: only where there are some (ADR 39). */
  static final String RETURN_AND_TELL_ENDPOINTS =
      returned(TO_ENDPOINTS.insertionOf(EventKind.PAYOUT_RETURN));

  private static String returned(String further) {
    return """
      WITH decision AS (
        SELECT * FROM %1$s
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.available_account_id
        FROM wallet w
        WHERE w.id = ANY (%3$s)
        ORDER BY w.id
        FOR NO KEY UPDATE
      ), successful AS MATERIALIZED (
        SELECT id, business_id, api_key_id, wallet_id, rail, sender_minor, receiver_minor
        FROM payout
        WHERE id = ANY (%2$s) AND status = 'success'
          -- An array is made of all of them before the first payout is looked at.
          AND wallet_id = ANY (ARRAY(SELECT id FROM locked_wallet))
      ), paid AS MATERIALIZED (
        SELECT s.*, d.fee_minor, d.reference, d.captured_account_id, d.fees_account_id,
               d.exchanged_account_id, d.clearing_account_id, d.position
        FROM successful s JOIN decision d ON d.id = s.id
      ), entered AS (
        INSERT INTO payout_return (payout_id, rail, reference, fee_minor)
        SELECT id, rail, reference, fee_minor FROM paid
        ON CONFLICT DO NOTHING
        RETURNING payout_id
      ), settled AS (
        SELECT p.* FROM paid p JOIN entered e ON e.payout_id = p.id
      ), %4$s, %5$s
      SELECT s.id IS NOT NULL AS moved
      FROM decision d LEFT JOIN settled s ON s.position = d.position
      ORDER BY d.position
      """
        .formatted(
            DECISION.as("d"),
            DECISION.parameterOf("id"),
            DECISION.parameterOf("wallet_id"),
            Ledger.RETURN_SETTLED,
            OutgoingWebhook.insertionOf("payout_return", DECISION.parameterAfter(1)) + further);
  }

  private static final long DUE_AT_ONCE = 0;

  private final Database database;
  private final PaidPayouts payouts;
  private final ServiceAccounts accounts;
  private final PayoutWebhook webhooks;
  private final boolean refundsFee;

  PayoutReturns(
      Database database,
      PaidPayouts payouts,
      ServiceAccounts accounts,
      PayoutWebhook webhooks,
      PayoutConfig config) {
    this.database = database;
    this.payouts = payouts;
    this.accounts = accounts;
    this.webhooks = webhooks;
    this.refundsFee = config.returns().refundFee();
  }

  /**
   * Returns a payout. Repeated with the same reference it moves nothing.
   *
   * @param reference the rail's, which returns one payout once
   * @param note runs in the same transaction, after the money was moved; if it fails, nothing was
   * @return what the wallet got back now; empty if the reference had returned it before
   * @throws ApiException (as failure) 404 {@code payout not found}; 409 {@code payout is pending},
   *     {@code payout has failed}, {@code payout is returned} with another reference, or {@code
   *     reference of another movement}
   */
  public Uni<Optional<Money>> enter(
      UUID serviceReference, String reference, Supplier<Uni<Void>> note) {
    return payouts
        .find(serviceReference)
        .map(found -> found.orElseThrow(OperatorFault.PAYOUT_NOT_FOUND::asException))
        .chain(payout -> booking(payout, reference))
        .chain(booking -> database.inTransaction(() -> move(booking, note)));
  }

  private Uni<Booking> booking(PaidPayout payout, String reference) {
    Payment payment = payout.payment();
    Money refund = refundsFee ? payout.fee() : Money.zero(payout.fee().currency());
    Optional<OutgoingWebhook> webhook =
        payout
            .notice()
            .map(notice -> webhooks.ofReturn(notice, payment, payment.sender().plus(refund)));
    return webhooks
        .ofReturnToEndpoints(payout.origin(), payment, payment.sender().plus(refund))
        .chain(
            toEndpoints ->
                accounts
                    .ofPayout(
                        payout.rail(), payment.sender().currency(), payment.receiver().currency())
                    .map(
                        found ->
                            new Booking(payout, reference, refund, found, webhook, toEndpoints)));
  }

  private Uni<Optional<Money>> move(Booking booking, Supplier<Uni<Void>> note) {
    return database
        .one(
            booking.toEndpoints().isEmpty() ? RETURN : RETURN_AND_TELL_ENDPOINTS,
            TO_ENDPOINTS.parameters(DECISION, List.of(booking), Booking::toEndpoints, DUE_AT_ONCE),
            row -> row.getBoolean("moved"))
        .chain(
            moved ->
                moved
                    ? note.get().replaceWith(Optional.of(booking.total()))
                    : requireRepeated(booking).replaceWith(Optional.empty()));
  }

  private static Uni<Void> requireRepeated(Booking booking) {
    return PayoutReturn.of(booking.payout().payment().serviceReference())
        .chain(before -> before == null ? refuse(booking) : compare(before, booking.reference()));
  }

  private static Uni<Void> compare(PayoutReturn before, String reference) {
    return before.reference().equals(reference)
        ? Uni.createFrom().voidItem()
        : OperatorFault.PAYOUT_RETURNED.asFailure();
  }

  private static Uni<Void> refuse(Booking booking) {
    return Payout.<Payout>findById(booking.payout().payment().serviceReference())
        .chain(
            payout ->
                switch (payout.status()) {
                  case PENDING -> OperatorFault.PAYOUT_PENDING.asFailure();
                  case FAILURE -> OperatorFault.PAYOUT_FAILED.asFailure();
                  case SUCCESS -> refusePaid(payout, booking.reference());
                });
  }

  /** The payout succeeded after the statement read it: the next attempt returns it. */
  private static Uni<Void> refusePaid(Payout payout, String reference) {
    return PayoutReturn.isUsed(payout.rail(), reference)
        .chain(
            used ->
                used
                    ? OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT.<Void>asFailure()
                    : OperatorFault.PAYOUT_PENDING.<Void>asFailure());
  }
}
