package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;

/** The connector to the faulty bank, as a connector is to be: it takes nothing for an answer. */
@Alternative
@Singleton
public class FaultyBankRail implements PayoutRail {

  private static final int NEVER_HEARD_OF = 404;
  private static final int HAS_IT_ALREADY = 409;
  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private volatile int port;

  void connectTo(int port) {
    this.port = port;
  }

  @Override
  public String name() {
    return "bank";
  }

  @Override
  public RailCapabilities capabilities() {
    return new RailCapabilities(true, Duration.ZERO);
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return true;
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction) {
    String amount = Long.toString(instruction.amount().minor());
    return send(to(instruction).PUT(BodyPublishers.ofString(amount)).build())
        .map(FaultyBankRail::read);
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return send(to(instruction).GET().build())
        .map(
            answer ->
                answer.statusCode() == NEVER_HEARD_OF
                    ? new PayoutOutcome.NotFound()
                    : read(answer));
  }

  private HttpRequest.Builder to(PayoutInstruction instruction) {
    return HttpRequest.newBuilder(
        URI.create(
            "http://127.0.0.1:%d/payments/%s".formatted(port, instruction.serviceReference())));
  }

  private Uni<HttpResponse<String>> send(HttpRequest request) {
    return Uni.createFrom()
        .completionStage(() -> client.sendAsync(request, BodyHandlers.ofString()));
  }

  private static PayoutOutcome read(HttpResponse<String> answer) {
    if (answer.statusCode() != OK && answer.statusCode() != HAS_IT_ALREADY) {
      throw new IllegalStateException("status " + answer.statusCode());
    }
    return switch (answer.body()) {
      case "{\"status\":\"PAID\"}" -> new PayoutOutcome.Paid();
      case "{\"status\":\"FAILED\"}" ->
          new PayoutOutcome.Failed(FailureCode.REFUSED, "declined by the bank");
      case "{\"status\":\"PENDING\"}" -> new PayoutOutcome.Unknown("under way");
      default -> throw new IllegalStateException("unreadable");
    };
  }
}
