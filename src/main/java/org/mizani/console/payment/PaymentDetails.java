package org.mizani.console.payment;

import java.util.ArrayList;
import java.util.List;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.console.Fact;
import org.mizani.console.Shown;
import org.mizani.operator.payment.OperatorCollectionResource.CollectionHistory;
import org.mizani.operator.payment.OperatorPayoutResource.PayoutHistory;
import org.mizani.payout.answer.RecordedPayout;

/**
 * Payment with its timeline, as its page shows it.
 *
 * @param id its own
 */
public record PaymentDetails(
    String kind,
    String id,
    String amount,
    List<Mark> marks,
    List<Fact> facts,
    List<TimelineEntry> timeline) {

  private static final String BUSINESSES = "/console/businesses/";

  /** The page of a payout. */
  static PaymentDetails of(PayoutHistory history) {
    RecordedPayout payout = history.payout();
    return new PaymentDetails(
        "Payout",
        payout.serviceReference(),
        Shown.money(payout.receiverAmount(), payout.receiverCurrency()),
        Mark.of(payout),
        facts(payout, history.networkIds()),
        history.timeline().stream().map(TimelineEntry::of).toList());
  }

  /** The page of a collection. */
  static PaymentDetails of(CollectionHistory history) {
    RecordedCollection collection = history.collection();
    return new PaymentDetails(
        "Collection",
        collection.id(),
        Shown.money(collection.amount(), collection.currency()),
        Mark.of(collection),
        facts(collection, history.networkIds()),
        history.timeline().stream().map(TimelineEntry::of).toList());
  }

  private static List<Fact> facts(RecordedPayout payout, List<String> networkIds) {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.link("Business", payout.businessId(), BUSINESSES + payout.businessId()));
    facts.add(Fact.of("Reference of the business", payout.businessReference()));
    facts.add(Fact.time("Sweep of", payout.sweepDueAt()));
    facts.add(
        Fact.link(
            "Refund of", payout.refundOf(), PaymentList.COLLECTIONS + "/" + payout.refundOf()));
    facts.add(
        Fact.money(
            "Received by the recipient", payout.receiverAmount(), payout.receiverCurrency()));
    facts.add(Fact.money("Sent by the business", payout.senderAmount(), payout.senderCurrency()));
    facts.add(Fact.of("Rate", payout.rate() == null ? null : payout.rate().toPlainString()));
    facts.add(Fact.money("Fee", payout.fee(), payout.senderCurrency()));
    facts.add(Fact.money("Paid by the network", payout.amountPaid(), payout.receiverCurrency()));
    facts.add(Fact.of("Recipient", payout.recipient()));
    facts.add(Fact.of("Channel", payout.channel()));
    facts.add(Fact.of("Country", payout.country()));
    facts.add(Fact.of("Rail", payout.rail()));
    facts.add(Fact.of("Calls of the rail", payout.calls()));
    facts.add(Fact.time("Next call", payout.nextPollAt()));
    facts.add(Fact.time("Held for review since", payout.heldAt()));
    facts.add(Fact.of("Held because", payout.heldReason()));
    facts.add(Fact.of("Failure", Shown.words(payout.failureCode())));
    facts.add(Fact.of("Failed because", payout.failureReason()));
    facts.add(Fact.of("Receipt", payout.receipt()));
    facts.add(Fact.of("Reference of the network", payout.networkReference()));
    facts.add(Fact.of("Ids of the network", String.join(", ", networkIds)));
    facts.add(Fact.time("Flagged", payout.flaggedAt()));
    facts.add(Fact.time("Flag cleared", payout.flagClearedAt()));
    facts.add(Fact.time("Discrepancy", payout.discrepancyAt()));
    facts.add(Fact.time("Watched next", payout.nextWatchAt()));
    facts.add(Fact.time("Returned", payout.returnedAt()));
    facts.add(Fact.of("Reference of the return", payout.returnReference()));
    facts.add(Fact.time("Created", payout.createdAt()));
    facts.add(Fact.time("Changed", payout.updatedAt()));
    return known(facts);
  }

  private static List<Fact> facts(RecordedCollection collection, List<String> networkIds) {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.link("Business", collection.businessId(), BUSINESSES + collection.businessId()));
    facts.add(Fact.of("Reference of the business", collection.reference()));
    facts.add(Fact.money("Asked for", collection.amount(), collection.currency()));
    facts.add(Fact.money("Paid by the customer", collection.amountPaid(), collection.currency()));
    facts.add(Fact.of("Customer", collection.mobile()));
    facts.add(Fact.of("Provider", collection.provider()));
    facts.add(Fact.of("Narration", collection.narration()));
    facts.add(Fact.of("Rail", collection.rail()));
    facts.add(Fact.of("Calls of the rail", collection.calls()));
    facts.add(Fact.time("Next call", collection.nextPollAt()));
    facts.add(Fact.time("Expires", collection.expiresAt()));
    facts.add(Fact.of("Message", collection.statusMessage()));
    facts.add(Fact.of("Failure", Shown.words(collection.failureCode())));
    facts.add(Fact.of("Receipt", collection.mnoPaymentReference()));
    facts.add(Fact.of("Ids of the network", String.join(", ", networkIds)));
    facts.add(Fact.time("Credited", collection.creditedAt()));
    facts.add(Fact.time("Flagged", collection.flaggedAt()));
    facts.add(Fact.time("Flag cleared", collection.flagClearedAt()));
    facts.add(Fact.time("Created", collection.createdAt()));
    facts.add(Fact.time("Changed", collection.updatedAt()));
    return known(facts);
  }

  private static List<Fact> known(List<Fact> facts) {
    return facts.stream().filter(Fact::known).toList();
  }
}
