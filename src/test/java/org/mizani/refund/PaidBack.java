package org.mizani.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.TestPartners.Partner;

/** A paid collection of 150 KES, which its business pays back. */
record PaidBack(Partner partner, String collection) {

  /** A collection of this partner, once it is paid. */
  static PaidBack collected(Partner partner, String reference) {
    Response created = partner.collect(collectionOf(reference));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    String id = created.path("id");
    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        "collection_success"::equals);
    return new PaidBack(partner, id);
  }

  String path() {
    return "/business/collections/" + collection + "/refunds";
  }

  /** The body of a refund; of all that is left without an amount. */
  static String body(String reference, Integer amount) {
    Map<String, Object> body = new HashMap<>(Map.of("reference", reference, "reason", "sorry"));
    if (amount != null) {
      body.put("amount", amount);
    }
    return Json.of(body);
  }

  Response refund(String reference, Integer amount) {
    return partner.request().body(body(reference, amount)).post(path());
  }

  /** Refunds, and answers the refund's id. */
  String refunded(String reference, Integer amount) {
    Response refund = refund(reference, amount);
    assertThat(refund.statusCode()).as(refund.asString()).isEqualTo(201);
    return refund.path("id");
  }

  List<Map<String, Object>> refunds() {
    return partner.request().get(path()).succeeded().path("items");
  }
}
