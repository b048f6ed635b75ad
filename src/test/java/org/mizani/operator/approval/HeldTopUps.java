package org.mizani.operator.approval;

import java.util.List;
import java.util.Map;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.support.Request;
import org.mizani.support.Response;

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

  /** The entries of those that were carried out. */
  List<Entry> entered() {
    return requests.entries("business/" + business + "/top-ups").stream()
        .filter(entry -> entry.action().equals("wallet.top-up"))
        .toList();
  }
}
