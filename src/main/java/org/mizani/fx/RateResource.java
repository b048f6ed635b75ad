package org.mizani.fx;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** {@code GET /business/rate} (specification, section 4.3). */
@Path("/business/rate")
@Tag(name = "Rates")
public class RateResource {

  private final RateBook rates;
  private final FeeTerms terms;
  private final InstantSource clock;

  RateResource(RateBook rates, FeeTerms terms, InstantSource clock) {
    this.rates = rates;
    this.terms = terms;
    this.clock = clock;
  }

  /** The rate in force, and what an amount comes to where one is given. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = {"from", "to", "rate"})
  public record RateAnswer(
      @Schema(description = "Source currency", examples = "USD") String from,
      @Schema(description = "Target currency", examples = "KES") String to,
      @Schema(description = "What 1 unit of `from` is in units of `to`", examples = "129")
          BigDecimal rate,
      @Schema(description = "The amount that was asked for, in `from`", examples = "7.75")
          BigDecimal amount,
      @Schema(description = "What it comes to, in `to`", examples = "999.75")
          BigDecimal convertedAmount,
      @Schema(description = "Fee of a payout of it, in `from`", examples = "0.16") BigDecimal fee,
      @Schema(description = "When this was computed", examples = "2026-11-20T11:42:52.771Z")
          Instant timestamp) {}

  /** One unit of {@code from} in units of {@code to}. */
  @GET
  @Operation(
      operationId = "getRate",
      summary = "Read the FX rate of a currency pair",
      description =
          "1 unit of `from` equals `rate` units of `to`. Rates change at 17:00 UTC and are fixed"
              + " in between; the inverse of a pair is a pair of its own. With `amount` (in `from`) the answer also"
              + " tells what it converts to and the fee (in `from`).")
  @APIResponse(
      responseCode = "200",
      description = "The rate in force",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RateAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "RateNotConfigured")
  public Uni<RateAnswer> read(
      @Parameter(
              description = "Source currency: USD, KES, TZS, UGX or ZAR",
              required = true,
              example = "USD")
          @RestQuery
          String from,
      @Parameter(
              description = "Target currency: USD, KES, TZS, UGX or ZAR",
              required = true,
              example = "KES")
          @RestQuery
          String to,
      @Parameter(
              description = "An amount to convert, in `from`",
              example = "7.75",
              schema = @Schema(type = SchemaType.NUMBER))
          @RestQuery
          String amount) {
    if (isBlank(from) || isBlank(to)) {
      throw ApiFault.FROM_AND_TO_REQUIRED.asException();
    }
    return rates
        .rate(from, to)
        .map(rate -> rate.orElseThrow(() -> ApiFault.rateNotConfigured(from, to).asException()))
        .map(rate -> amount == null ? plain(from, to, rate) : converted(from, to, rate, amount));
  }

  private static RateAnswer plain(String from, String to, BigDecimal rate) {
    return new RateAnswer(from, to, rate, null, null, null, null);
  }

  private RateAnswer converted(String from, String to, BigDecimal rate, String amount) {
    Money source = source(known(from), amount);
    Money target = target(known(to), source.major().multiply(rate));
    return new RateAnswer(
        from,
        to,
        rate,
        source.major(),
        target.major(),
        source.timesHalfUp(terms.feeRate()).major(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static Money source(CurrencyUnit currency, String text) {
    BigDecimal amount = number(text);
    if (amount.signum() <= 0) {
      throw ApiFault.invalid("amount must be greater than 0").asException();
    }
    if (Money.isFinerThan(currency, amount)) {
      throw ApiFault.invalid(
              "amount must have at most %d decimal places for %s"
                  .formatted(currency.minorDigits(), currency))
          .asException();
    }
    try {
      return Money.exactly(currency, amount);
    } catch (ArithmeticException e) {
      Money largest = new Money(currency, Money.MAX_MINOR);
      throw ApiFault.invalid("amount must be at most " + largest).asException();
    }
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw ApiFault.invalid("amount must be a number").asException();
    }
  }

  private static Money target(CurrencyUnit currency, BigDecimal major) {
    try {
      return Money.rounded(currency, major, RoundingMode.HALF_UP);
    } catch (ArithmeticException e) {
      throw ApiFault.invalid("amount is too large").asException();
    }
  }

  private static CurrencyUnit known(String code) {
    Optional<CurrencyUnit> unit = CurrencyUnit.find(code);
    return unit.orElseThrow(() -> new IllegalStateException("a rate of an unknown currency"));
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
