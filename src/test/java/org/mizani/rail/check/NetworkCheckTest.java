package org.mizani.rail.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.io.EOFException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRail.Reply;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailFloat;
import org.mizani.rail.RailSettings;
import org.mizani.rail.RailSettingsOf;
import org.mizani.rail.TestRails;
import org.mizani.support.Defaults;

/** Findings about a rail's network, for networks that are not there. */
class NetworkCheckTest {

  private static final String NO_ANSWER = "the network does not answer the question, ";

  private final NetworkCheck check =
      new NetworkCheck(Defaults.of(CheckConfig.class), InstantSource.system());

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            RailAway.notTaken("momo", Duration.ofSeconds(1)),
            "it gives or takes no token, or limits calls"),
        Arguments.of(new IllegalStateException("no answer: HTTP 403"), "no answer: HTTP 403"),
        Arguments.of(new IllegalStateException(), "there is no answer (IllegalStateException)"),
        Arguments.of(new EOFException("of ours: 7"), "there is no answer (EOFException)"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aQuestionWithoutAnAnswerTellsWhy(Throwable failure, String why) {
    List<Finding> findings = questions(Uni.createFrom().failure(failure));

    assertThat(findings)
        .containsExactly(
            Finding.wrong(
                "token", NO_ANSWER + why + ": check keys, secrets and permissions there"));
  }

  @Test
  void anAnswerIsAsGoodAsTheRailSays() {
    assertThat(questions(Uni.createFrom().item(Reply.ok("valid"))))
        .containsExactly(Finding.ok("token", "valid"));
    assertThat(questions(Uni.createFrom().item(Reply.wrong("refused: ask for another"))))
        .containsExactly(Finding.wrong("token", "refused: ask for another"));
    assertThat(questions(Uni.createFrom().item(Reply.cannotTell("busy: ask again"))))
        .containsExactly(Finding.cannotTell("token", "busy: ask again"));
  }

  @Test
  void balancesThatAreToldAtOnceProveTheCredential() {
    assertThat(balances(new RailFloat.Told(List.of())))
        .isEqualTo(Finding.ok("balances", "the network tells them"));
  }

  /** A wrong password of M-PESA's initiator is taken as well, and refused by the callback. */
  @Test
  void balancesThatAreToldLaterProveNothing() {
    Finding finding = balances(new RailFloat.Later("AG_1"));

    assertThat(finding.verdict()).isEqualTo(Finding.Verdict.CANNOT_TELL);
    assertThat(finding.subject()).isEqualTo("balances");
    assertThat(finding.words())
        .contains("initiator", "password", "GET /operator/rails/floats", "rail_misconfigured");
  }

  @Test
  void withoutAnyRailThereIsNoneToBeChecked() {
    RailSettings none = RailSettingsOf.all(Map.of());

    List<Finding> findings =
        new RailCheck(TestRails.connectedBy(none), none, check, null)
            .of("momo")
            .await()
            .atMost(PATIENCE);

    assertThat(findings)
        .containsExactly(
            Finding.wrong(
                "settings",
                "no rail is connected as momo: set payments.rail.momo.type; there is none"));
  }

  private Finding balances(RailFloat.Answer answer) {
    RailFloat balances = question -> Uni.createFrom().item(answer);
    List<Finding> findings =
        questions(Uni.createFrom().item(Reply.ok("valid")), Optional.of(balances));
    assertThat(findings).hasSize(2);
    return findings.get(1);
  }

  private List<Finding> questions(Uni<Reply> reply) {
    return questions(reply, Optional.empty());
  }

  private List<Finding> questions(Uni<Reply> reply, Optional<RailFloat> balances) {
    ConnectedRail.Probe probe = ConnectedRail.Probe.of("token", () -> reply);
    ConnectedRail rail =
        new ConnectedRail(
            "momo",
            1,
            URI.create("https://pay.example"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            balances,
            List.of(probe));
    return check.questions(rail).await().atMost(PATIENCE);
  }
}
