package org.mizani.rail.pawapay;

import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.pawapay.signature.HttpMessage;
import org.mizani.rail.pawapay.signature.HttpSigner;

/** Client of the {@link PawapayStandIn} for its tests. Each of its payments is 1500 shillings. */
final class StandInClient {

  static final Money AMOUNT = new Money(CurrencyUnit.KES, 150_000);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TYPE = "application/json";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI url;

  StandInClient(URI url) {
    this.url = url;
  }

  /**
   * Pays to the number with this ending.
   *
   * @throws IOException if there is no answer
   */
  HttpResponse<String> pay(UUID id, String ending) throws IOException {
    return post("/v2/payouts", body(id, ending));
  }

  /** Pays with a signature. */
  HttpResponse<String> pay(UUID id, HttpSigner signer) throws IOException {
    String body = body(id, "000");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    HttpMessage message =
        HttpMessage.request(
            "POST",
            url.getAuthority(),
            "/v2/payouts",
            Map.of(
                "Content-Type", List.of(TYPE),
                "Content-Length", List.of(Integer.toString(bytes.length))),
            bytes);
    HttpRequest.Builder request = posting("/v2/payouts", body);
    signer.sign(message).forEach(request::header);
    return send(request.build());
  }

  HttpResponse<String> collect(UUID id, String ending) throws IOException {
    Account payer = Account.of(phone(ending), "MPESA_KEN");
    DepositRequest deposit = new DepositRequest(id, payer, "1500", "KES", null, null);
    return post("/v2/deposits", JSON.writeValueAsString(deposit));
  }

  /** Queries a payout. */
  StatusAnswer ask(UUID id) throws IOException {
    return JSON.readValue(get("/v2/payouts/" + id).body(), StatusAnswer.class);
  }

  HttpResponse<String> get(String path, String... headers) throws IOException {
    HttpRequest.Builder request = request(path);
    return send((headers.length == 0 ? request : request.headers(headers)).build());
  }

  HttpResponse<String> post(String path, String body) throws IOException {
    return send(posting(path, body).build());
  }

  static Submission submission(HttpResponse<String> answer) throws IOException {
    return JSON.readValue(answer.body(), Submission.class);
  }

  private static String body(UUID id, String ending) throws IOException {
    Account recipient = Account.of(phone(ending), "MPESA_KEN");
    String amount = new Amounts(Map.of()).write(AMOUNT);
    return JSON.writeValueAsString(new PayoutRequest(id, recipient, amount, "KES", null, null));
  }

  private static PhoneNumber phone(String ending) {
    return new PhoneNumber(Country.KE, "+254700000" + ending);
  }

  private HttpRequest.Builder posting(String path, String body) {
    return request(path)
        .header("Content-Type", TYPE)
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
