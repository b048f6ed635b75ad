package org.mizani.rail.pawapay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.MobileOperators;
import org.mizani.corridor.PhoneNumber;
import org.mizani.rail.RailAway;
import org.mizani.rail.SendWindow;
import org.mizani.rail.http.LimitLog;
import org.mizani.rail.http.NetworkAnswer;

/**
 * Client of the network: writes what it wants, reads what it answers. Any call fails with {@link
 * RailAway} where the network limits calls: it has taken nothing of this one.
 */
final class PawapayClient {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  /** After which is tried again what was not taken; the guard puts off what pauses. */
  static final Duration UNTIL_ASKED_AGAIN = Duration.ofSeconds(30);

  private final String rail;
  private final PawapayApi api;
  private final ObjectMapper json;
  private final MobileOperators operators;
  private final Provider.Codes codes;
  private final LimitLog limit;

  PawapayClient(
      String rail,
      PawapayApi api,
      ObjectMapper json,
      MobileOperators operators,
      Provider.Codes codes) {
    this.rail = rail;
    this.api = api;
    this.json = json;
    this.operators = operators;
    this.codes = codes;
    this.limit = new LimitLog(rail);
  }

  /** The answer of the network is none: an error of its server, or not what it answers with. */
  static final class NoAnswer extends RuntimeException {
    NoAnswer(NetworkAnswer answer) {
      super("no answer of pawaPay: " + answer, null, false, false);
    }
  }

  /** Submits a payout, within the window. */
  Uni<Submission> pay(PayoutRequest payout, SendWindow window) {
    String body = written(payout);
    return answer(window.send(rail, () -> api.pay(body)), Submission.class);
  }

  /** Submits a refund of a deposit, within the window. */
  Uni<Submission> refund(RefundRequest refund, SendWindow window) {
    String body = written(refund);
    return answer(window.send(rail, () -> api.refund(body)), Submission.class);
  }

  /** Prompts a customer, within the window. */
  Uni<Submission> collect(DepositRequest deposit, SendWindow window) {
    String body = written(deposit);
    return answer(window.send(rail, () -> api.collect(body)), Submission.class);
  }

  /**
   * Refuses an answer by which pawaPay has not taken a payment. Our own account, or credential, is
   * no reason to fail a payment, nor is an operator that is away: it goes when that is mended.
   *
   * @throws RailAway where it waits
   */
  void refuseUntaken(Submission answer) {
    if (answer.isOperatorAway()) {
      throw RailAway.partlyAway(rail, UNTIL_ASKED_AGAIN);
    }
    answer
        .pause()
        .ifPresent(
            reason -> {
              throw RailAway.notTaken(rail, UNTIL_ASKED_AGAIN, reason);
            });
  }

  /** Asks for a payout. */
  Uni<StatusAnswer> payout(UUID id) {
    return asked(api.payout(id.toString()));
  }

  /** Asks for a refund. */
  Uni<StatusAnswer> refunded(UUID id) {
    return asked(api.refunded(id.toString()));
  }

  /** Asks for a deposit. */
  Uni<StatusAnswer> deposit(UUID id) {
    return asked(api.deposit(id.toString()));
  }

  /** The keys that the network signs with. */
  Uni<List<PublishedKey>> publicKeys() {
    return answer(api.publicKeys(), PublishedKey[].class).map(List::of);
  }

  /** The service's own money at the network; it fails where the token is refused. */
  Uni<WalletBalances> balances() {
    return told(api.balances(), WalletBalances.class);
  }

  /** The state of the networks that pawaPay reaches; it fails where the token is refused. */
  Uni<List<Availability>> availability() {
    return told(api.availability(), Availability[].class).map(List::of);
  }

  /**
   * The code of a number's network: by its prefix, or as pawaPay predicts for a number that the
   * table does not know. Empty if neither knows it.
   *
   * @throws RailAway (as failure) if pawaPay says nothing about the number, because it does not
   *     answer or refuses us: nothing was submitted
   */
  Uni<Optional<String>> providerOf(PhoneNumber phone) {
    Optional<String> known =
        operators
            .of(phone)
            .flatMap(operator -> Provider.of(phone.country(), operator))
            .map(codes::of);
    return known.isPresent()
        ? Uni.createFrom().item(known)
        : answer(
                api.predictProvider(written(new Prediction.Question(phone.e164().substring(1)))),
                Prediction.class)
            .map(this::predicted)
            .onFailure(failure -> !(failure instanceof RailAway))
            .transform(failure -> RailAway.notTaken(rail, UNTIL_ASKED_AGAIN));
  }

  private Optional<String> predicted(Prediction answer) {
    Optional<String> refusal =
        Optional.ofNullable(answer.failureReason()).map(FailureReason::failureCode);
    Optional<String> code = Optional.ofNullable(answer.provider()).filter(c -> !c.isBlank());
    if (code.isEmpty() && refusal.filter(FailureCodes::isOfNumber).isEmpty()) {
      throw refusal
          .flatMap(FailureCodes::pause)
          .map(reason -> RailAway.notTaken(rail, UNTIL_ASKED_AGAIN, reason))
          .orElseGet(() -> RailAway.notTaken(rail, UNTIL_ASKED_AGAIN));
    }
    return code;
  }

  private <T> Uni<T> answer(Uni<Response> call, Class<T> type) {
    return given(call).map(answer -> read(answer, type));
  }

  /**
   * pawaPay says under a status of success that it does not have a payment. What stands before it
   * may say so of a path, in the same words, while the customer pays.
   */
  private Uni<StatusAnswer> asked(Uni<Response> call) {
    return given(call)
        .map(
            answer -> {
              StatusAnswer read = read(answer, StatusAnswer.class);
              if (read.status() != null) {
                ok(answer);
              }
              return read;
            });
  }

  private <T> Uni<T> told(Uni<Response> call, Class<T> type) {
    return given(call).map(answer -> read(ok(answer), type));
  }

  private Uni<NetworkAnswer> given(Uni<Response> call) {
    return call.map(NetworkAnswer::of).invoke(this::refuseLimited);
  }

  /** The body is not read: it may be a page, or an answer that looks like one of another kind. */
  private void refuseLimited(NetworkAnswer answer) {
    if (answer.status() == TOO_MANY_REQUESTS) {
      limit.refused();
      throw RailAway.notTaken(rail, UNTIL_ASKED_AGAIN);
    }
    limit.taken();
  }

  private static NetworkAnswer ok(NetworkAnswer answer) {
    if (!answer.isOk()) {
      throw new NoAnswer(answer);
    }
    return answer;
  }

  private <T> T read(NetworkAnswer answer, Class<T> type) {
    if (answer.status() >= SERVER_ERROR) {
      throw new NoAnswer(answer);
    }
    try {
      T read = json.readValue(answer.body(), type);
      if (read == null) {
        throw new NoAnswer(answer);
      }
      return read;
    } catch (JsonProcessingException e) {
      throw new NoAnswer(answer);
    }
  }

  private String written(Object request) {
    try {
      return json.writeValueAsString(request);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request to pawaPay cannot be written");
    }
  }
}
