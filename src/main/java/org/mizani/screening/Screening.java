package org.mizani.screening;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.money.Money;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.http.NetworkAnswer;
import org.mizani.rail.http.NetworkClients;

/**
 * Screening of payouts by the operator's service. Without a decision that can be read, in time, the
 * verdict is to hold the payout.
 */
@Startup
@Singleton
public final class Screening {

  private static final Logger LOG = Logger.getLogger(Screening.class);
  private static final int OK = 200;
  private static final int MOST_REASON = 500;
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}+");

  /** A connection may be closed by its other end as it is used, and a payout may be told twice. */
  static final int REPEATS = 1;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private final JobHealth health = new JobHealth(LOG, "Screening of payouts");
  private final Optional<ScreeningApi> service;
  private final Duration timeout;
  private final ScreeningPlaces places;
  private final MeterRegistry registry;

  /** Answer of the service, or want of one, that holds a payout without a decision. */
  private static final class NoDecision extends RuntimeException {

    NoDecision(String why) {
      super(why, null, false, false);
    }
  }

  /**
   * @throws io.quarkus.runtime.configuration.ConfigurationException for settings that make no sense
   */
  Screening(ScreeningConfig config, MeterRegistry registry) {
    ScreeningSettings settings = ScreeningSettings.of(config);
    this.timeout = config.timeout();
    this.places = new ScreeningPlaces(config.places());
    this.registry = registry;
    this.service =
        config
            .url()
            .map(
                url ->
                    NetworkClients.build(
                        ScreeningApi.class, url, settings.limits(), settings.filters()));
    config.url().ifPresent(url -> count("none", 0));
  }

  /** Whether payouts are screened. */
  public boolean isOn() {
    return service.isPresent();
  }

  /** The time that the service has to answer. */
  public Duration timeout() {
    return timeout;
  }

  /**
   * Asks about a payout. It never fails.
   *
   * @param business the id on the wire of the business that pays
   * @param sender the amount without the fee, in the sender's currency
   * @return empty if this pod has no place for the call now: the service was not asked
   */
  public Uni<Optional<Verdict>> verdict(UUID business, Money sender, PayoutInstruction payout) {
    return Uni.createFrom()
        .deferred(
            () ->
                places.take(business)
                    ? ask(business, sender, payout)
                        .map(Optional::of)
                        .onTermination()
                        .invoke(() -> places.giveBack(business))
                    : Uni.createFrom().item(Optional.empty()));
  }

  private Uni<Verdict> ask(UUID business, Money sender, PayoutInstruction payout) {
    return Uni.createFrom()
        .deferred(() -> send(ScreenedPayout.of(business, sender, payout)))
        .map(Screening::read)
        .ifNoItem()
        .after(timeout)
        .recoverWithItem(() -> Verdict.withoutAnswer("no answer in time"))
        .onFailure()
        .recoverWithItem(failure -> Verdict.withoutAnswer(RedactedFailure.words(failure)))
        .invoke(this::note);
  }

  private Uni<NetworkAnswer> send(ScreenedPayout payout) {
    String body = written(payout);
    return Uni.createFrom()
        .deferred(() -> service.orElseThrow().screen(payout.serviceReference(), body))
        .map(NetworkAnswer::of)
        .onFailure()
        .retry()
        .atMost(REPEATS);
  }

  private void note(Verdict verdict) {
    if (verdict.answered()) {
      health.succeeded();
      count(verdict.decision().name().toLowerCase(Locale.ROOT), 1);
    } else {
      health.failed(new NoDecision(verdict.reason().orElseThrow()));
      count("none", 1);
    }
  }

  private void count(String decision, int times) {
    registry.counter("payments.screening.decisions", "decision", decision).increment(times);
  }

  private static String written(ScreenedPayout payout) {
    try {
      return JSON.writeValueAsString(payout);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a payout is not JSON", e);
    }
  }

  /** The verdict of an answer: only one that can be read whole is a decision. */
  static Verdict read(NetworkAnswer answer) {
    if (answer.status() != OK) {
      return Verdict.withoutAnswer(answer.toString());
    }
    try {
      JsonNode json = JSON.readTree(answer.body());
      Optional<String> reason =
          Optional.ofNullable(json.path("reason").textValue())
              // A database keeps no text with a zero in it.
              .map(text -> CONTROLS.matcher(text).replaceAll(" ").strip())
              .filter(text -> !text.isEmpty())
              .map(text -> text.substring(0, Math.min(text.length(), MOST_REASON)));
      return decision(json)
          .map(decision -> new Verdict(decision, reason, true))
          .orElseGet(() -> Verdict.withoutAnswer("an answer without a decision"));
    } catch (JsonProcessingException e) {
      return Verdict.withoutAnswer("an answer that is not JSON");
    }
  }

  private static Optional<Verdict.Decision> decision(JsonNode json) {
    return switch (json.path("decision").asText("")) {
      case "allow" -> Optional.of(Verdict.Decision.ALLOW);
      case "hold" -> Optional.of(Verdict.Decision.HOLD);
      case "refuse" -> Optional.of(Verdict.Decision.REFUSE);
      default -> Optional.empty();
    };
  }
}
