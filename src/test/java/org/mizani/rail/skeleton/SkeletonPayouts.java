package org.mizani.rail.skeleton;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.rail.AmountRule;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;
import org.mizani.rail.TimedAnswer;
import org.mizani.rail.http.LimitLog;
import org.mizani.rail.http.NetworkAnswer;

// From here on as in docs/connectors.md.
/** Payouts to phones by a network that pays an id once. */
final class SkeletonPayouts implements PayoutRail {

  /** The network's interface. Each method answers any status alike. */
  @Path("/v1/payments")
  @Consumes(MediaType.APPLICATION_JSON)
  public interface Api {

    @POST
    Uni<Response> pay(String order);

    @GET
    @Path("/{id}")
    Uni<Response> payment(@RestPath String id);
  }

  /** Order to pay; its id is ours, and the network pays it once. */
  @RegisterForReflection
  record Order(UUID id, String phone, String amount, String currency) {}

  /** State of a payment; unknown fields are left alone, and any of these may be missing. */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  record State(UUID id, String state, String receipt, String error) {}

  /** Each figure by the network's documents; without a word there it is the careful one. */
  private static final RailCapabilities CAPABILITIES =
      new RailCapabilities(
          true, Duration.ofMinutes(15), Duration.ofDays(1), Duration.ZERO, AmountRule.WHOLE_UNITS);

  private static final Duration UNTIL_TRIED_AGAIN = Duration.ofSeconds(30);

  private final String name;
  private final Api api;
  private final ObjectMapper json;
  private final LimitLog limit;

  SkeletonPayouts(String name, Api api, ObjectMapper json) {
    this.name = name;
    this.api = api;
    this.json = json;
    this.limit = new LimitLog(name);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return country == Country.KE && channel == Channel.MOBILE;
  }

  @Override
  public RailCapabilities capabilities() {
    return CAPABILITIES;
  }

  /** Tokens and predictions come before the window, so that the order alone is sent through it. */
  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    String order = written(order(instruction));
    return window
        .send(name, () -> api.pay(order))
        .map(NetworkAnswer::of)
        .map(answer -> outcome(instruction, refuseUntaken(answer)));
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return api.payment(instruction.serviceReference().toString())
        .map(NetworkAnswer::of)
        .map(this::refuseUntaken)
        .map(
            answer ->
                answer.status() == 404 && "unknown_id".equals(read(answer).error())
                    ? new PayoutOutcome.NotFound()
                    : outcome(instruction, answer));
  }

  /** The network has taken nothing for certain: the payment waits, and does not fail. */
  private NetworkAnswer refuseUntaken(NetworkAnswer answer) {
    switch (answer.status()) {
      case 429 -> {
        limit.refused();
        throw RailAway.notTaken(name, UNTIL_TRIED_AGAIN);
      }
      case 401 -> throw RailAway.notTaken(name, UNTIL_TRIED_AGAIN, PauseReason.CREDENTIALS);
      default -> limit.taken();
    }
    return answer;
  }

  /** A state alone decides. Whatever the network does not document is unknown. */
  private PayoutOutcome outcome(PayoutInstruction instruction, NetworkAnswer answer) {
    State said = read(answer);
    if (!instruction.serviceReference().equals(said.id())) {
      return new PayoutOutcome.Unknown("an answer about another payment");
    }
    return switch (Objects.requireNonNullElse(said.state(), "")) {
      case "accepted" -> new PayoutOutcome.Accepted(Optional.empty());
      case "paid" -> new PayoutOutcome.Paid(Optional.ofNullable(said.receipt()), Optional.empty());
      case "rejected" -> failed(said.error());
      default -> new PayoutOutcome.Unknown("a state that is not documented");
    };
  }

  private PayoutOutcome failed(String error) {
    return switch (Objects.requireNonNullElse(error, "")) {
      case "no_such_phone" -> new PayoutOutcome.Failed(FailureCode.RECIPIENT_NOT_FOUND, error);
      case "balance" -> throw RailAway.notTaken(name, UNTIL_TRIED_AGAIN, PauseReason.OUT_OF_FUNDS);
      default -> new PayoutOutcome.Unknown("rejected for a reason that is not documented");
    };
  }

  /** A page, an error of its server and half an answer are none: the breaker has to see them. */
  private State read(NetworkAnswer answer) {
    State read = null;
    try {
      read = answer.status() < 500 ? json.readValue(answer.body(), State.class) : null;
    } catch (JsonProcessingException e) {
      // Without its words, which quote a body that may name the recipient.
    }
    if (read == null) {
      throw new TimedAnswer.NoAnswer("no answer of the network: " + answer);
    }
    return read;
  }

  private static Order order(PayoutInstruction instruction) {
    if (!(instruction.recipient() instanceof MobileWallet wallet)) {
      throw new IllegalArgumentException("not a mobile wallet: " + instruction);
    }
    return new Order(
        instruction.serviceReference(),
        wallet.phone().e164(),
        instruction.amount().major().toPlainString(),
        instruction.amount().currency().name());
  }

  private String written(Order order) {
    try {
      return json.writeValueAsString(order);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an order cannot be written");
    }
  }
}
