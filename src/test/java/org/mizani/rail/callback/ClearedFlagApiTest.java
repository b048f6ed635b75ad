package org.mizani.rail.callback;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Words of a network about payments with a flag that an operator has cleared: the new ones count.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class ClearedFlagApiTest {

  @Inject TestPartners partners;
  @Inject PostRail post;
  @Inject Rows rows;
  @Inject RailPauses pauses;
  @Inject @All List<PaymentListener> listeners;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    // No payout is submitted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @EnumSource(names = {"PAYOUT", "COLLECTION"})
  void aContradictionAfterTheClearingFlagsItAgain(Kind kind) {
    UUID id = paidAndDenied(kind);
    assertThat(clear(kind, id).statusCode()).isEqualTo(200);

    say(kind, id, false);

    eventually(() -> shown(kind, id).<Boolean>path("flagged"), isEqual(true));
    assertThat(shown(kind, id).<String>path("status")).endsWith("_success");
    eventually(() -> isFollowed(kind, id), isEqual(false));
    assertThat(clear(kind, id).statusCode()).as("the second one too").isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(names = {"PAYOUT", "COLLECTION"})
  void aContradictionBeforeTheClearingIsNoNews(Kind kind) {
    UUID id = paidAndDenied(kind);
    clear(kind, id);

    say(kind, id, true);
    hear(kind, id);

    assertThat(isFollowed(kind, id)).isFalse();
    assertThat(shown(kind, id).<Boolean>path("flagged")).isFalse();
  }

  /** A pod may have died between the storing and the hearing. */
  @ParameterizedTest
  @EnumSource(names = {"PAYOUT", "COLLECTION"})
  void aContradictionThatNobodyHeardBeforeTheClearingFlagsItAgain(Kind kind) {
    UUID id = paidAndDenied(kind);
    storeItsLastWordAgain(id);

    assertThat(clear(kind, id).statusCode()).isEqualTo(200);
    tick(kind);

    eventually(() -> shown(kind, id).<Boolean>path("flagged"), isEqual(true));
  }

  /** Of a payout that has a discrepancy already the network is not asked. */
  @Test
  void aContradictionThatWasHeardBeforeTheClearingFlagsAPayoutAgain() {
    UUID id = paidAndDenied(Kind.PAYOUT);
    String seen = shown(Kind.PAYOUT, id).path("flaggedAt");
    say(Kind.PAYOUT, id, false);
    hear(Kind.PAYOUT, id);

    assertThat(clear(Kind.PAYOUT, id, seen).statusCode()).isEqualTo(200);
    tick(Kind.PAYOUT);

    eventually(() -> shown(Kind.PAYOUT, id).<Boolean>path("flagged"), isEqual(true));
    assertThat(shown(Kind.PAYOUT, id).<String>path("flaggedAt")).isNotEqualTo(seen);
  }

  /** Nobody has cleared the second flag: what its network had said until then may be unheard. */
  @ParameterizedTest
  @EnumSource(names = {"PAYOUT", "COLLECTION"})
  void aContradictionSinceTheClearedFlagIsHeardAfterAnotherFlag(Kind kind) {
    UUID id = paidAndDenied(kind);
    assertThat(clear(kind, id).statusCode()).isEqualTo(200);
    storeItsLastWordAgain(id);
    String flagged = flagAgain(kind, id);

    hear(kind, id);

    eventually(() -> shown(kind, id).<String>path("flaggedAt"), at -> !at.equals(flagged));
  }

  @Test
  void aContradictionSinceTheClearedFlagCountsWhateverTheNetworkSaysAfterAnotherFlag() {
    UUID id = paidAndDenied(Kind.PAYOUT);
    assertThat(clear(Kind.PAYOUT, id).statusCode()).isEqualTo(200);
    storeItsLastWordAgain(id);
    flagAgain(Kind.PAYOUT, id);

    say(Kind.PAYOUT, id, true);

    eventually(() -> shown(Kind.PAYOUT, id).<String>path("discrepancyAt"), at -> at != null);
  }

  @ParameterizedTest
  @EnumSource(names = {"PAYOUT", "COLLECTION"})
  void aContradictionThatTheOperatorHasNotSeenIsNotCleared(Kind kind) {
    UUID id = paid(kind);
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", id);
    String seen = flag(kind, id, "1 hour");
    say(kind, id, false);
    eventually(() -> shown(kind, id).<String>path("flaggedAt"), at -> !at.equals(seen));

    Response refused = clear(kind, id, seen);

    assertRefused(refused, 409, "flag was raised at another time: read it again");
    assertThat(shown(kind, id).<Boolean>path("flagged")).isTrue();
    assertThat(clear(kind, id).statusCode()).isEqualTo(200);
  }

  /** Both stand there, each with its time. */
  @Test
  void theTimelineHasEachDiscrepancyAndItsClearing() {
    UUID id = paidAndDenied(Kind.PAYOUT);
    clear(Kind.PAYOUT, id);

    say(Kind.PAYOUT, id, false);

    eventually(() -> shown(Kind.PAYOUT, id).<String>path("discrepancyAt"), at -> at != null);
    assertThat(shown(Kind.PAYOUT, id).<List<String>>path("timeline.event"))
        .filteredOn(event -> event.equals("discrepancy") || event.equals("operator_action"))
        .containsExactly("discrepancy", "operator_action", "discrepancy");
  }

  /** A payment of which its network has said first that it was paid, and then that it was not. */
  private UUID paidAndDenied(Kind kind) {
    UUID id = paid(kind);
    // Otherwise its two words settle nothing, and the network is asked.
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", id);
    say(kind, id, false);
    eventually(() -> shown(kind, id).<Boolean>path("flagged"), isEqual(true));
    eventually(() -> isFollowed(kind, id), isEqual(false));
    return id;
  }

  private UUID paid(Kind kind) {
    UUID id = UUID.fromString(create(kind));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM %s_due WHERE id = $1 AND network_ids IS NOT NULL"
                    .formatted(kind.code()),
                id),
        isEqual(1L));
    say(kind, id, true);
    eventually(() -> shown(kind, id).<String>path("status"), at -> at.endsWith("_success"));
    eventually(() -> isFollowed(kind, id), isEqual(false));
    return id;
  }

  private String create(Kind kind) {
    return kind == Kind.PAYOUT
        ? partner.transfer(transferOf("cleared")).path("serviceReference")
        : partner.collect(collectionOf("cleared")).path("id");
  }

  private void say(Kind kind, UUID id, boolean paid) {
    given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(
            "{\"kind\":\"%s\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":%b}"
                .formatted(kind.code(), id, PostRail.networkIdOf(id), paid))
        .post(post.addressOf(id).getPath())
        .succeeded();
  }

  /** Runs the listeners, as a callback does in the background. */
  private void hear(Kind kind, UUID id) {
    listeners.stream()
        .filter(listener -> listener.kind() == kind)
        .forEach(listener -> listener.hear(List.of(id)).await().atMost(PATIENCE));
  }

  /** Has due payments claimed, as each second where jobs are not halted. */
  private void tick(Kind kind) {
    hear(kind, UUID.randomUUID());
  }

  /** Of this instant; no pod is woken by it. */
  private void storeItsLastWordAgain(UUID id) {
    rows.execute(
        """
        INSERT INTO rail_callback (id, received_at, rail, kind, payment_id, purpose, by_path,
                                   allowed_source, speaks, source, body_encrypted)
        SELECT id, now(), rail, kind, payment_id, purpose, by_path, allowed_source, speaks,
               source, body_encrypted
        FROM rail_callback WHERE payment_id = $1 ORDER BY received_at DESC LIMIT 1
        """,
        id);
  }

  private String flagAgain(Kind kind, UUID id) {
    return flag(kind, id, "0");
  }

  /** Flags a payment as that long ago, and answers when. */
  private String flag(Kind kind, UUID id, String ago) {
    rows.execute(
        "UPDATE %s SET flagged = true, flagged_at = now() - interval '%s' WHERE id = $1"
            .formatted(kind.code(), ago),
        id);
    return shown(kind, id).path("flaggedAt");
  }

  private boolean isFollowed(Kind kind, UUID id) {
    String table = kind == Kind.PAYOUT ? "payout_watch" : "collection_due";
    return rows.count("SELECT count(*) FROM " + table + " WHERE id = $1", id) == 1;
  }

  private static Response clear(Kind kind, UUID id) {
    return clear(kind, id, shown(kind, id).path("flaggedAt"));
  }

  private static Response clear(Kind kind, UUID id, String flaggedAt) {
    Map<String, Object> form = new HashMap<>();
    form.put("flaggedAt", flaggedAt);
    form.put("reason", "compared");
    return Desk.post(path(kind, id) + "/clear-flag", form);
  }

  private static Response shown(Kind kind, UUID id) {
    return Desk.get(path(kind, id), Map.of());
  }

  private static String path(Kind kind, UUID id) {
    return "/operator/" + kind.code() + "s/" + id;
  }
}
