package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Payment in the books of the {@link PawapayStandIn}.
 *
 * @param amountAsked amount as the request had it
 * @param amount amount that is paid, in major units
 * @param receipt of a completed payment
 * @param failureCode of a failed payment
 */
public record StandInPayment(
    PaymentKind kind,
    String id,
    String phone,
    Optional<Provider> provider,
    String amountAsked,
    BigDecimal amount,
    String currency,
    Instant created,
    Status status,
    Optional<String> receipt,
    Optional<String> failureCode) {

  /** State of a payment. */
  public enum Status {
    PROCESSING,
    COMPLETED,
    FAILED
  }

  static StandInPayment of(PaymentKind kind, JsonNode request) {
    JsonNode details = request.path(kind.accountField).path("accountDetails");
    return accepted(
        kind,
        request.path(kind.idField).asText(),
        details.path("phoneNumber").asText(),
        Provider.find(details.path("provider").asText()),
        request.path("amount").asText(),
        request.path("currency").asText());
  }

  static StandInPayment refund(StandInPayment deposit, JsonNode request) {
    return accepted(
        PaymentKind.REFUND,
        request.path(PaymentKind.REFUND.idField).asText(),
        deposit.phone(),
        deposit.provider(),
        request.path("amount").asText(deposit.amount().stripTrailingZeros().toPlainString()),
        deposit.currency());
  }

  private static StandInPayment accepted(
      PaymentKind kind,
      String id,
      String phone,
      Optional<Provider> provider,
      String amount,
      String currency) {
    return new StandInPayment(
        kind,
        id,
        phone,
        provider,
        amount,
        amount.matches("[0-9.]+") ? new BigDecimal(amount) : BigDecimal.ZERO,
        currency,
        Instant.now().truncatedTo(ChronoUnit.SECONDS),
        Status.PROCESSING,
        Optional.empty(),
        Optional.empty());
  }

  boolean isFinal() {
    return status != Status.PROCESSING;
  }

  boolean neverSettles() {
    return PaymentKind.ending(phone).equals(PaymentKind.NEVER_SETTLES);
  }

  /** Returns this payment in the final state that its phone number decides. */
  StandInPayment settled() {
    Optional<String> failure = kind.failureOf(phone);
    boolean less = PaymentKind.ending(phone).equals(PaymentKind.ONE_UNIT_LESS);
    return with(
        failure.isPresent() ? Status.FAILED : Status.COMPLETED,
        less ? amount.subtract(BigDecimal.ONE) : amount,
        failure);
  }

  /** Returns this payment in the opposite final state, for a forgery. */
  StandInPayment opposite() {
    return status == Status.COMPLETED
        ? with(Status.FAILED, amount, Optional.of("UNSPECIFIED_FAILURE"))
        : with(Status.COMPLETED, amount, Optional.empty());
  }

  private StandInPayment with(Status end, BigDecimal paid, Optional<String> failure) {
    Optional<String> number =
        end == Status.COMPLETED ? Optional.of("R" + id.replace("-", "")) : Optional.empty();
    return new StandInPayment(
        kind, id, phone, provider, amountAsked, paid, currency, created, end, number, failure);
  }

  /**
   * Returns this payment as callbacks and answers to queries have it.
   *
   * @param words about its failure, if it failed
   */
  ObjectNode json(String words) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(kind.idField, id).put("status", status.name());
    // Padded, as in pawaPay's own answers.
    json.put("amount", amount.setScale(Math.max(2, amount.scale())).toPlainString());
    json.put("currency", currency);
    ObjectNode account = json.putObject(kind.accountField).put("type", "MMO");
    ObjectNode details = account.putObject("accountDetails").put("phoneNumber", phone);
    provider.ifPresent(network -> details.put("provider", network.name()));
    json.put("created", created.toString());
    receipt.ifPresent(number -> json.put("providerTransactionId", number));
    failureCode.ifPresent(
        code ->
            json.putObject("failureReason").put("failureCode", code).put("failureMessage", words));
    return json;
  }
}
