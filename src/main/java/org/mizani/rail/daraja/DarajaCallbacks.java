package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.mizani.rail.CallbackGate;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailFloat;
import org.mizani.rail.ReceivedCallback;

/**
 * Callbacks with results of payments and questions, with the customer's decision about a prompt,
 * and with balances. They are not signed. A notice that a request was not carried out in time says
 * nothing.
 */
final class DarajaCallbacks implements CallbackReader {

  private static final int OK = 200;
  private static final String ACCEPTED = "{\"ResultCode\":0,\"ResultDesc\":\"Accepted\"}";

  private final CallbackGate gate;
  private final Set<String> accounts;

  /**
   * @param accounts names of those that payouts are paid from
   */
  DarajaCallbacks(CallbackGate gate, Set<String> accounts) {
    this.gate = gate;
    this.accounts = Set.copyOf(accounts);
  }

  @Override
  public boolean isSecret(String secret) {
    return gate.isSecret(secret);
  }

  @Override
  public boolean isAllowedSource(String address) {
    return gate.isAllowedSource(address);
  }

  @Override
  public Acknowledgement acknowledgement() {
    return new Acknowledgement(OK, "application/json", ACCEPTED);
  }

  /** None: each payment has an address of its own. */
  @Override
  public Optional<CallbackSubject> subjectOf(ReceivedCallback callback) {
    return Optional.empty();
  }

  @Override
  public boolean speaks(ReceivedCallback callback) {
    return switch (purpose(callback)) {
      case DarajaAddresses.STATUS -> status(body(callback)).filter(isDefinite()).isPresent();
      case DarajaAddresses.RECEIPT -> found(body(callback)).filter(isDefinite()).isPresent();
      case DarajaAddresses.TIME_OUT -> false;
      default -> true;
    };
  }

  private static Predicate<CallbackWord> isDefinite() {
    return word ->
        word.payout()
            .or(() -> word.found().map(CallbackWord.Found::outcome))
            .filter(said -> !(said instanceof PayoutOutcome.Unknown))
            .isPresent();
  }

  /** A request that was not carried out in time is asked about. */
  @Override
  public boolean wakes(ReceivedCallback callback) {
    return speaks(callback) || purpose(callback).equals(DarajaAddresses.TIME_OUT);
  }

  private static JsonNode body(ReceivedCallback callback) {
    return DarajaJson.tree(new String(callback.body(), StandardCharsets.UTF_8));
  }

  private static String purpose(ReceivedCallback callback) {
    return callback.purpose().orElse("");
  }

  @Override
  public Uni<Optional<CallbackWord>> read(ReceivedCallback callback) {
    JsonNode body = body(callback);
    String purpose = purpose(callback);
    return Uni.createFrom()
        .item(
            () ->
                switch (purpose) {
                  case DarajaAddresses.RESULT -> prompt(body).or(() -> payment(body));
                  case DarajaAddresses.STATUS -> status(body);
                  case DarajaAddresses.RECEIPT -> found(body);
                  case DarajaAddresses.BALANCES -> balances(body);
                  default -> Optional.empty();
                });
  }

  private static Optional<CallbackWord> prompt(JsonNode body) {
    return StkCallback.read(body)
        .map(
            said ->
                CallbackWord.of(
                    Set.of(said.checkoutRequestId()), false, CollectionOutcomes.ofCallback(said)));
  }

  private static Optional<CallbackWord> payment(JsonNode body) {
    return DarajaResult.read(body)
        .map(said -> CallbackWord.of(ids(said), false, PayoutOutcomes.ofResult(said)));
  }

  private static Optional<CallbackWord> status(JsonNode body) {
    return DarajaResult.read(body)
        .map(said -> CallbackWord.of(ids(said), false, PayoutOutcomes.ofStatus(said)));
  }

  /** An answer that lacks a part of the payment does not count: its payout cannot be told. */
  private static Optional<CallbackWord> found(JsonNode body) {
    return DarajaResult.read(body)
        .flatMap(
            said ->
                PayoutOutcomes.found(said)
                    .map(payment -> CallbackWord.of(idsOfQuestion(said), false, payment)));
  }

  private static Set<String> idsOfQuestion(DarajaResult said) {
    return NetworkIds.of(said).map(NetworkIds::ofReceiptQuestion).map(Set::of).orElse(Set.of());
  }

  /** A result without any of the accounts tells nothing. */
  private Optional<CallbackWord> balances(JsonNode body) {
    return DarajaResult.read(body)
        .filter(DarajaResult::isSuccess)
        .map(said -> CallbackWord.of(ids(said), false, told(AccountBalances.of(said))))
        .filter(word -> word.balances().filter(told -> !told.balances().isEmpty()).isPresent());
  }

  private RailFloat.Told told(AccountBalances balances) {
    return new RailFloat.Told(
        accounts.stream()
            .sorted()
            .flatMap(
                account ->
                    balances
                        .of(account)
                        .map(money -> new RailFloat.Balance(account, money))
                        .stream())
            .toList());
  }

  private static Set<String> ids(DarajaResult said) {
    return NetworkIds.of(said).map(Set::of).orElse(Set.of());
  }
}
