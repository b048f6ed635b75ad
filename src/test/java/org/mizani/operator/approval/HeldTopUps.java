package org.mizani.operator.approval;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Top-ups of a business above 1000 shillings, which wait for another operator. */
record HeldTopUps(String business, Requests requests) {

  static HeldTopUps of(String business, Requests requests) {
    ApprovalLimits.set(Map.of("movement-above", "KES:1000", "api-keys", "true"));
    return new HeldTopUps(business, requests);
  }

  Response ask(String reference, int amount, Request by) {
    return by.body(
            Map.of(
                "currency", "KES",
                "purpose", "payout",
                "amount", amount,
                "reference", reference,
                "reason", "receipt"))
        .post("/operator/businesses/" + business + "/top-ups");
  }

  /** A request of the environment's credential, whose access and secret no operator has given. */
  String askedByEnvironment() {
    return Requests.waiting(ask(UUID.randomUUID().toString(), 2000, TestOperator.request()));
  }

  /** A request of this person. */
  String askedBy(Person requester) {
    return Requests.waiting(ask(requester.key(), 2000, requester.request()), requester.key());
  }

  /** The entries of those that were carried out. */
  List<Entry> entered() {
    return requests.entries("business/" + business + "/top-ups").stream()
        .filter(entry -> entry.action().equals("wallet.top-up"))
        .toList();
  }
}
