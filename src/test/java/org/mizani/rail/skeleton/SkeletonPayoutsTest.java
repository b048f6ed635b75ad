package org.mizani.rail.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Accepted;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.PayoutOutcome.NotFound;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutOutcome.Unknown;
import org.mizani.rail.RailAway;
import org.mizani.rail.SendWindow;
import org.mizani.rail.TimedAnswer;

/** The connector that {@code docs/connectors.md} begins with, and its answers' outcomes. */
class SkeletonPayoutsTest {

  private static final Path SOURCE =
      Path.of("src/test/java/org/mizani/rail/skeleton/SkeletonPayouts.java");
  private static final Path PAGE = Path.of("docs/connectors.md");
  private static final String BEGIN = "// From here on as in docs/connectors.md.\n";
  private static final UUID ID = UUID.fromString("0199b7a2-0000-7000-8000-000000000001");

  private final List<String> sent = new ArrayList<>();

  @Test
  void thePageHasItsCode() throws IOException {
    String source = Files.readString(SOURCE);

    String code = source.substring(source.indexOf(BEGIN) + BEGIN.length());

    assertThat(Files.readString(PAGE)).contains("```java\n" + code + "```\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | accepted |               | Accepted",
        "200 | paid     |               | Paid",
        "200 | rejected | no_such_phone | Failed",
        "400 | rejected | no_such_phone | Failed",
        "200 | rejected | new_reason    | Unknown",
        "200 | rejected |               | Unknown",
        "200 | postponed|               | Unknown",
        "400 |          | bad_request   | Unknown",
      })
  void onlyDocumentedStatesDecide(int status, String state, String error, String outcome) {
    PayoutOutcome told = submitted(status, body(ID, state, error));

    assertThat(told.getClass().getSimpleName()).isEqualTo(outcome);
  }

  @Test
  void anAnswerAboutAnotherPaymentDecidesNothing() {
    assertThat(submitted(200, body(UUID.randomUUID(), "paid", null))).isInstanceOf(Unknown.class);
    assertThat(asked(200, body(UUID.randomUUID(), "rejected", "no_such_phone")))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void aQuestionNeverPays() {
    assertThat(asked(200, body(ID, "paid", null)))
        .isEqualTo(new Paid(Optional.of("R1"), Optional.empty()));
    assertThat(asked(404, "{\"error\":\"unknown_id\"}")).isEqualTo(new NotFound());
    assertThat(asked(200, body(ID, "accepted", null))).isEqualTo(new Accepted(Optional.empty()));
    assertThat(sent).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"500, '{\"state\":\"rejected\"}'", "200, <html>", "404, ''", "200, null"})
  void aPageOrAnErrorOfTheServerIsNoAnswer(int status, String body) {
    assertThatThrownBy(() -> submitted(status, body)).isInstanceOf(TimedAnswer.NoAnswer.class);
    assertThatThrownBy(() -> asked(status, body)).isInstanceOf(TimedAnswer.NoAnswer.class);
  }

  @Test
  void aPathWithoutThePaymentIsNotOneThatTheNetworkDoesNotHave() {
    assertThat(asked(404, "{}")).isInstanceOf(Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({
    "429, '', ",
    "401, '', CREDENTIALS",
    "200, balance, OUT_OF_FUNDS",
  })
  void aPaymentThatWasNotTakenWaits(int status, String error, PauseReason pause) {
    assertThatThrownBy(() -> submitted(status, body(ID, "rejected", error)))
        .isInstanceOfSatisfying(
            RailAway.class,
            away -> {
              assertThat(away.isNotTaken()).isTrue();
              assertThat(away.pause()).isEqualTo(Optional.ofNullable(pause));
            });
  }

  @Test
  void afterTheWindowNoRequestIsSent() {
    SkeletonPayouts payouts = answering(200, body(ID, "accepted", null));

    assertThatThrownBy(() -> await(payouts.submit(instruction(), () -> false)))
        .isInstanceOfSatisfying(RailAway.class, away -> assertThat(away.isNotCalled()).isTrue());

    assertThat(sent).isEmpty();
  }

  @Test
  void theOrderHasOurIdAndWholeUnits() {
    submitted(200, body(ID, "accepted", null));

    assertThat(sent)
        .containsExactly(
            "{\"id\":\"%s\",\"phone\":\"+254712345678\",\"amount\":\"1500\",\"currency\":\"KES\"}"
                .formatted(ID));
  }

  @Test
  void aFailureHasACodeAndTheNetworksWords() {
    assertThat(submitted(200, body(ID, "rejected", "no_such_phone")))
        .isEqualTo(new Failed(FailureCode.RECIPIENT_NOT_FOUND, "no_such_phone"));
  }

  private PayoutOutcome submitted(int status, String body) {
    return await(answering(status, body).submit(instruction(), SendWindow.ALWAYS));
  }

  private PayoutOutcome asked(int status, String body) {
    sent.clear();
    return await(answering(status, body).ask(instruction()));
  }

  private static PayoutOutcome await(Uni<PayoutOutcome> outcome) {
    return outcome.await().atMost(PATIENCE);
  }

  private SkeletonPayouts answering(int status, String body) {
    Uni<Response> answer =
        Uni.createFrom().item(() -> Response.status(status).entity(body).build());
    return new SkeletonPayouts(
        "net",
        new SkeletonPayouts.Api() {
          @Override
          public Uni<Response> pay(String order) {
            sent.add(order);
            return answer;
          }

          @Override
          public Uni<Response> payment(String id) {
            return answer;
          }
        },
        new ObjectMapper());
  }

  private static PayoutInstruction instruction() {
    return new PayoutInstruction(
        ID,
        new MobileWallet(new PhoneNumber(Country.KE, "+254712345678")),
        new Money(CurrencyUnit.KES, 150_000),
        null,
        "rent",
        Optional.empty(),
        List.of(),
        Duration.ZERO,
        1,
        Optional.empty());
  }

  private static String body(UUID id, String state, String error) {
    return "{\"id\":\"%s\",\"state\":%s,\"error\":%s,\"receipt\":\"R1\"}"
        .formatted(id, quoted(state), quoted(error));
  }

  private static String quoted(String text) {
    return text == null ? "null" : "\"" + text + "\"";
  }
}
