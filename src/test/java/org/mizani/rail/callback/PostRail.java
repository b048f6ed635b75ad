package org.mizani.rail.callback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.FailureCode;
import org.mizani.rail.NoProbe;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RailSettings;
import org.mizani.rail.RailType;
import org.mizani.rail.ReceivedCallback;
import org.mizani.rail.SendWindow;

/**
 * Rail type of a network that acknowledges every payment, knows no outcome, and reports by
 * callback. All tests have it; it is connected where a profile names it.
 */
@Singleton
public class PostRail implements RailType {

  static final String SECRET = "a-secret-of-the-post-office";

  private final CallbackUrls urls;
  private final ObjectMapper json;
  private final Map<UUID, URI> addresses = new ConcurrentHashMap<>();
  private final Map<UUID, AtomicInteger> questions = new ConcurrentHashMap<>();
  private final Map<UUID, PayoutOutcome> answers = new ConcurrentHashMap<>();
  private volatile Consumer<UUID> beforeAcknowledgement = payment -> {};
  private volatile boolean holdsReading;

  PostRail(CallbackUrls urls, ObjectMapper json) {
    this.urls = urls;
    this.json = json;
  }

  /** Returns the callback URL that the network got for a payment. */
  URI addressOf(UUID payment) {
    return addresses.get(payment);
  }

  /** Returns the number of queries about a payment. */
  int questionsAbout(UUID payment) {
    return questions.getOrDefault(payment, new AtomicInteger()).get();
  }

  /** Sets the answer to queries about a payout from now on. */
  void answer(UUID payout, PayoutOutcome outcome) {
    answers.put(payout, outcome);
  }

  /** Sets the action that runs before each payment is acknowledged from now on. */
  void beforeAcknowledging(Consumer<UUID> action) {
    beforeAcknowledgement = action;
  }

  /** Sets whether the reading of callbacks never ends. */
  void holdReading(boolean holds) {
    holdsReading = holds;
  }

  /** Returns the network's id of a payment. */
  static String networkIdOf(UUID payment) {
    return "N-" + payment;
  }

  @Override
  public String type() {
    return "post";
  }

  @Override
  public ConnectedRail connect(String name, RailSettings.Rail settings) {
    return new ConnectedRail(
        name,
        settings.priority(),
        settings.url().orElse(URI.create("http://localhost")),
        Optional.of(new Payouts(name, settings)),
        Optional.of(new Collections(name, settings)),
        Optional.of(new Reader()),
        Optional.empty(),
        List.of(new NoProbe()));
  }

  private void acknowledge(String rail, RailSettings.Rail settings, CallbackSubject subject) {
    addresses.put(
        subject.id(),
        urls.of(
            rail,
            settings.callbackUrl().orElseThrow(),
            SECRET,
            new CallbackUrls.Target(subject, "result")));
    beforeAcknowledgement.accept(subject.id());
  }

  private void asked(UUID payment) {
    questions.computeIfAbsent(payment, id -> new AtomicInteger()).incrementAndGet();
  }

  private final class Payouts implements PayoutRail {

    private final String name;
    private final RailSettings.Rail settings;

    Payouts(String name, RailSettings.Rail settings) {
      this.name = name;
      this.settings = settings;
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
      return new RailCapabilities(false, Duration.ofHours(1));
    }

    @Override
    public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
      UUID id = instruction.serviceReference();
      return Uni.createFrom()
          .item(
              () -> {
                acknowledge(name, settings, new CallbackSubject(Kind.PAYOUT, id));
                return (PayoutOutcome) new PayoutOutcome.Accepted(Optional.of(networkIdOf(id)));
              })
          .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    @Override
    public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
      asked(instruction.serviceReference());
      return Uni.createFrom()
          .item(
              answers.getOrDefault(
                  instruction.serviceReference(), new PayoutOutcome.Accepted(Optional.empty())));
    }
  }

  private final class Collections implements CollectionRail {

    private final String name;
    private final RailSettings.Rail settings;

    Collections(String name, RailSettings.Rail settings) {
      this.name = name;
      this.settings = settings;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean collects(Country country, Optional<String> operator) {
      return country == Country.KE;
    }

    @Override
    public RailCapabilities capabilities() {
      return new RailCapabilities(false, Duration.ofHours(1));
    }

    @Override
    public Uni<CollectionOutcome> prompt(CollectionInstruction instruction, SendWindow window) {
      UUID id = instruction.collectionId();
      return Uni.createFrom()
          .item(
              () -> {
                acknowledge(name, settings, new CallbackSubject(Kind.COLLECTION, id));
                return (CollectionOutcome)
                    new CollectionOutcome.Accepted(Optional.of(networkIdOf(id)));
              })
          .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    @Override
    public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
      asked(instruction.collectionId());
      return Uni.createFrom().item(new CollectionOutcome.Accepted(Optional.empty()));
    }
  }

  /**
   * Reader of bodies such as {@code
   * {"kind":"payout","id":…,"networkId":…,"paid":true,"signed":false}}; of a return {@code
   * "returned"} is the network's reference.
   */
  private final class Reader implements CallbackReader {

    @Override
    public boolean isSecret(String secret) {
      return SECRET.equals(secret);
    }

    @Override
    public boolean isAllowedSource(String address) {
      return Stream.of("127.0.0.1", "0:0:0:0:0:0:0:1", "::1").anyMatch(address::equals);
    }

    @Override
    public Acknowledgement acknowledgement() {
      return new Acknowledgement(200, "application/json", "{\"received\":true}");
    }

    @Override
    public Optional<CallbackSubject> subjectOf(ReceivedCallback callback) {
      JsonNode content = content(callback);
      return Optional.of(
          new CallbackSubject(
              Kind.ofCode(content.get("kind").asText()),
              UUID.fromString(content.get("id").asText())));
    }

    @Override
    public boolean tellsReturn(ReceivedCallback callback) {
      return content(callback).has("returned");
    }

    @Override
    public Uni<Optional<CallbackWord>> read(ReceivedCallback callback) {
      if (holdsReading) {
        return Uni.createFrom().nothing();
      }
      JsonNode content = content(callback);
      Set<String> ids = Set.of(content.path("networkId").asText());
      boolean signed = content.path("signed").asBoolean();
      boolean paid = content.get("paid").asBoolean();
      return Uni.createFrom()
          .item(
              Optional.of(
                  content.get("kind").asText().equals("payout")
                      ? CallbackWord.of(ids, signed, payout(content, paid))
                      : CallbackWord.of(ids, signed, collection(content, paid))));
    }

    private JsonNode content(ReceivedCallback callback) {
      try {
        return json.readTree(callback.body());
      } catch (IOException e) {
        throw new IllegalArgumentException("no JSON");
      }
    }

    private static PayoutOutcome payout(JsonNode content, boolean paid) {
      if (content.has("returned")) {
        return new PayoutOutcome.Returned(
            content.get("returned").asText(), amount(content).orElseThrow());
      }
      return paid
          ? new PayoutOutcome.Paid(Optional.of("R1"), Optional.empty(), amount(content))
          : new PayoutOutcome.Failed(FailureCode.RECIPIENT_LIMIT, "limit");
    }

    private static CollectionOutcome collection(JsonNode content, boolean paid) {
      return paid
          ? new CollectionOutcome.Collected(
              content.path("receipt").asText("P1"), Optional.empty(), amount(content))
          : new CollectionOutcome.Declined(FailureCode.WRONG_PIN, "wrong PIN");
    }

    private static Optional<Money> amount(JsonNode content) {
      return Optional.ofNullable(content.get("amount"))
          .map(
              major ->
                  Money.exactly(
                      CurrencyUnit.valueOf(content.path("currency").asText("KES")),
                      major.decimalValue()));
    }
  }
}
