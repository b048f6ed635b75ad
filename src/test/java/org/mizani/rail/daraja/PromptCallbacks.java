package org.mizani.rail.daraja;

import static org.mizani.support.Request.given;

import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.support.ServicePort;

/** Callbacks about prompts that a test makes up, at the address of the collection. */
final class PromptCallbacks {

  private PromptCallbacks() {}

  /** Returns a prompt of 150 shillings that the network does not have. */
  static Entry invented(String code) {
    return new Entry(
        StandInOperation.PROMPT,
        "invented-1",
        "ws_CO_invented",
        "SINVENTED1",
        "254712345678",
        150,
        "",
        "",
        code,
        Instant.EPOCH);
  }

  /** Returns a prompt with another receipt and amount. */
  static Entry like(Entry prompt, String receipt, long amount) {
    return new Entry(
        prompt.operation(),
        prompt.requestId(),
        prompt.networkId(),
        receipt,
        prompt.receiver(),
        amount,
        prompt.reference(),
        prompt.remarks(),
        prompt.code(),
        prompt.settledAt());
  }

  /** Returns a further prompt of the same customer, with an id and a receipt of its own. */
  static Entry another(Entry prompt, String code) {
    return new Entry(
        prompt.operation(),
        prompt.requestId() + "-2",
        prompt.networkId() + "_2",
        "S2" + prompt.receipt(),
        prompt.receiver(),
        prompt.amount(),
        prompt.reference(),
        prompt.remarks(),
        code,
        prompt.settledAt());
  }

  /** Returns a prompt as if it had been paid. */
  static Entry paid(Entry prompt) {
    return withCode(prompt, "0");
  }

  /** Returns a prompt with another result code. */
  static Entry withCode(Entry prompt, String code) {
    return new Entry(
        prompt.operation(),
        prompt.requestId(),
        prompt.networkId(),
        prompt.receipt(),
        prompt.receiver(),
        prompt.amount(),
        prompt.reference(),
        prompt.remarks(),
        code,
        prompt.settledAt());
  }

  /** Posts the callback about a prompt, from an allowed source. */
  static void post(CallbackUrls urls, UUID collection, Entry said) {
    URI base = URI.create("http://localhost:" + ServicePort.number());
    String address =
        new DarajaAddresses("kenya", base, ConnectedProfile.SECRET, urls)
            .of(Kind.COLLECTION, collection, DarajaAddresses.RESULT);
    given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(StandInMessages.callback(said).toString())
        .post(URI.create(address).getPath())
        .succeeded();
  }
}
