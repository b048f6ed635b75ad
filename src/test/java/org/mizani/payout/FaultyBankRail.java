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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;

/**
 * Connector to the faulty bank. A missing or unreadable answer is a failed call, never an outcome.
 * A submission states the end of its validity, and the bank refuses it after that; the connector
 * declares this validity as the age from which "not found" counts.
 */
@Alternative
@Singleton
public class FaultyBankRail implements PayoutRail {

  /** A port without a server. */
  static final int CLOSED_PORT = 1;

  /** Longer than the rail's time-out, so that a submission may arrive after it. */
  static final Duration USUAL_VALIDITY = Duration.ofSeconds(2);

  private static final String VALID_UNTIL = "X-Valid-Until";
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private volatile int port = CLOSED_PORT;
  private volatile Duration validity = USUAL_VALIDITY;

  void connectTo(int port) {
    this.port = port;
  }

  /** Sets the validity of the submissions from now on. */
  void setValidity(Duration validity) {
    this.validity = validity;
  }

  /** Whether a submission with these headers arrives after the end of its validity. */
  static boolean isExpired(Map<String, List<String>> headers, Instant now) {
    return headers.get(VALID_UNTIL).stream().map(Instant::parse).anyMatch(now::isAfter);
  }

  @Override
  public String name() {
    return "bank";
  }

  @Override
  public RailCapabilities capabilities() {
    return new RailCapabilities(true, validity);
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return true;
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    String amount = Long.toString(instruction.amount().minor());
    return send(to(instruction)
            .header(VALID_UNTIL, Instant.now().plus(validity).toString())
            .PUT(BodyPublishers.ofString(amount))
            .build())
        .map(FaultyBankRail::read);
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return send(to(instruction).GET().build())
        .map(
            answer ->
                answer.statusCode() == NOT_FOUND ? new PayoutOutcome.NotFound() : read(answer));
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
    if (answer.statusCode() != OK && answer.statusCode() != CONFLICT) {
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
