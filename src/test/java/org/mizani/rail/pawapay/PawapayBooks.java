package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.rail.pawapay.StandInPayment.Status;

/**
 * Books of the {@link PawapayStandIn}: every accepted payment by its id, and balances. A payment is
 * accepted once and ends once, so none is paid twice. A rejected one leaves no trace but its number
 * of submissions.
 */
public final class PawapayBooks {

  private static final BigDecimal INITIAL_BALANCE = new BigDecimal("1000000000000");
  private static final String OUT_OF_FUNDS = "PAWAPAY_WALLET_OUT_OF_FUNDS";
  private static final String AMOUNT = "(0|[1-9][0-9]{0,17})([.][0-9]{0,3}[1-9])?";

  private final Map<String, StandInPayment> payments = new LinkedHashMap<>();
  private final Map<String, Integer> submissions = new HashMap<>();
  private final Map<String, BigDecimal> balances = new HashMap<>();
  private final Map<String, BigDecimal> refunded = new HashMap<>();

  /** Rejections that are left until an account that has run out is filled up, by currency. */
  private final Map<String, Integer> rejections = new HashMap<>();

  /**
   * Answer to a submission: {@code ACCEPTED}, {@code DUPLICATE_IGNORED}, or {@code REJECTED} with a
   * failure code.
   */
  record Receipt(String status, Optional<String> failureCode) {

    boolean isAccepted() {
      return status.equals("ACCEPTED");
    }
  }

  /** Forgets all payments and balances. */
  synchronized void clear() {
    payments.clear();
    submissions.clear();
    balances.clear();
    refunded.clear();
    rejections.clear();
  }

  /** Returns all accepted payments of a kind, the oldest first. */
  public synchronized List<StandInPayment> all(PaymentKind kind) {
    return payments.values().stream().filter(payment -> payment.kind() == kind).toList();
  }

  /** Returns an accepted payment. */
  public synchronized Optional<StandInPayment> find(PaymentKind kind, String id) {
    return Optional.ofNullable(payments.get(id)).filter(payment -> payment.kind() == kind);
  }

  /** Returns the number of times that an id was submitted, with any result. */
  public synchronized int submissions(String id) {
    return submissions.getOrDefault(id, 0);
  }

  /** Returns the sum of the completed payments of a kind, in major units. */
  public synchronized BigDecimal sum(PaymentKind kind, String currency) {
    return all(kind).stream()
        .filter(p -> p.status() == Status.COMPLETED && p.currency().equals(currency))
        .map(StandInPayment::amount)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Returns the service's money at pawaPay, from which an accepted payout is taken at once. */
  public synchronized BigDecimal balance(String currency) {
    return rejections.containsKey(currency)
        ? BigDecimal.ZERO
        : balances.getOrDefault(currency, INITIAL_BALANCE);
  }

  /** Lets the service's money of a currency run out, until so many payouts have been rejected. */
  public synchronized void runOut(String currency, int rejected) {
    rejections.put(currency, rejected);
  }

  /** Sets the service's money of a currency. Payouts beyond it are rejected. */
  public synchronized void setBalance(String currency, BigDecimal balance) {
    balances.put(currency, balance);
  }

  synchronized Receipt submit(PaymentKind kind, JsonNode request) {
    String id = request.path(kind.idField).asText();
    submissions.merge(id, 1, Integer::sum);
    if (payments.containsKey(id)) {
      return new Receipt("DUPLICATE_IGNORED", Optional.empty());
    }
    StandInPayment payment =
        kind == PaymentKind.REFUND ? refund(request) : StandInPayment.of(kind, request);
    Optional<String> objection = objection(payment).or(() -> tooMuch(payment, request));
    if (objection.isPresent()) {
      objection.filter(OUT_OF_FUNDS::equals).ifPresent(code -> fillUp(payment.currency()));
      return new Receipt("REJECTED", objection);
    }
    payments.put(id, payment);
    if (kind == PaymentKind.REFUND) {
      refunded.merge(request.path("depositId").asText(), payment.amount(), BigDecimal::add);
    }
    if (kind != PaymentKind.DEPOSIT) {
      move(payment, payment.amount().negate());
    }
    return new Receipt("ACCEPTED", Optional.empty());
  }

  /** Ends a payment, unless it is final, forgotten or never to end. */
  synchronized void settle(String id) {
    StandInPayment payment = payments.get(id);
    if (payment == null || payment.isFinal() || payment.neverSettles()) {
      return;
    }
    StandInPayment settled = payment.settled();
    payments.put(id, settled);
    boolean failed = settled.status() == Status.FAILED;
    if (payment.kind() == PaymentKind.DEPOSIT) {
      move(settled, failed ? BigDecimal.ZERO : settled.amount());
    } else {
      move(payment, failed ? payment.amount() : payment.amount().subtract(settled.amount()));
    }
  }

  private StandInPayment refund(JsonNode request) {
    StandInPayment deposit = payments.get(request.path("depositId").asText());
    return deposit == null || deposit.status() != Status.COMPLETED
        ? StandInPayment.of(PaymentKind.REFUND, request)
        : StandInPayment.refund(deposit, request);
  }

  private Optional<String> objection(StandInPayment payment) {
    if (payment.provider().isEmpty()) {
      return Optional.of(payment.kind() == PaymentKind.REFUND ? "NOT_FOUND" : "INVALID_PROVIDER");
    }
    if (!payment.phone().matches("[1-9][0-9]{6,14}")) {
      return Optional.of("INVALID_PHONE_NUMBER");
    }
    if (!payment.amountAsked().matches(AMOUNT)) {
      return Optional.of("INVALID_AMOUNT");
    }
    if (PaymentKind.ending(payment.phone()).equals(PaymentKind.REJECTED)) {
      return Optional.of("AMOUNT_OUT_OF_BOUNDS");
    }
    return payment.kind() != PaymentKind.DEPOSIT
            && balance(payment.currency()).compareTo(payment.amount()) < 0
        ? Optional.of(OUT_OF_FUNDS)
        : Optional.empty();
  }

  private void fillUp(String currency) {
    rejections.computeIfPresent(currency, (same, left) -> left > 1 ? left - 1 : null);
  }

  private Optional<String> tooMuch(StandInPayment payment, JsonNode request) {
    if (payment.kind() != PaymentKind.REFUND) {
      return Optional.empty();
    }
    String deposit = request.path("depositId").asText();
    BigDecimal before = refunded.getOrDefault(deposit, BigDecimal.ZERO);
    BigDecimal all = payments.get(deposit).amount();
    return before.add(payment.amount()).compareTo(all) > 0
        ? Optional.of("AMOUNT_TOO_LARGE")
        : Optional.empty();
  }

  private void move(StandInPayment payment, BigDecimal amount) {
    balances.merge(
        payment.currency(), INITIAL_BALANCE.add(amount), (old, first) -> old.add(amount));
  }
}
