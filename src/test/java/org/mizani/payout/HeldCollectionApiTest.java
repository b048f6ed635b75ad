package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Collections without a prompt while submissions are held, and after a restore (ADR 22). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class HeldCollectionApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DueRows due;
  @Inject ScriptedRail rail;

  private Partner partner;

  @BeforeEach
  void aPartnerWhoseCollectionsWait() {
    partner = partners.createShop(Map.of());
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("ask-only");
  }

  @AfterEach
  void booksBalance() {
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("on");
    rows.assertBooksBalance();
  }

  @Test
  void aWaitingCollectionIsPromptedOnce() {
    String id = waiting();

    SwitchedSubmission.to("on");

    due.pollUntil("collection", id, this::isCredited);
    assertThat(rail.callsFor(id)).containsExactly("prompt");
  }

  /** A restored database may not know of its prompt, nor of the payment. */
  @ParameterizedTest
  @ValueSource(strings = {"ask-only", "off"})
  void aCollectionWhoseTimeEndsMeanwhileWaitsAndIsNeverPrompted(String mode) {
    String id = waiting();
    SwitchedSubmission.to(mode);

    endTimeOf(id);

    awaitTwoMorePolls(id);
    assertThat(statusOf(id)).isEqualTo("collection_pending");
    assertThat(rail.callsFor(id)).isEmpty();
    rail.behave(Behaviour.LOSES_ALL);
    SwitchedSubmission.to("on");
    due.pollUntil("collection", id, () -> statusOf(id).equals("cancelled"));
    due.pollUntil(
        "collection",
        id,
        () ->
            rows.count("SELECT count(*) FROM collection_due WHERE id = $1", UUID.fromString(id))
                == 0);
    assertThat(rail.callsFor(id)).doesNotContain("prompt");
  }

  @Test
  void aCollectionOfARestoreEndsByTheAnswerOfItsNetwork() {
    String id = waiting();
    endTimeOf(id);
    awaitTwoMorePolls(id);

    askFirst(id);

    due.pollUntil("collection", id, this::isCredited);
    assertThat(statusOf(id)).isEqualTo("collection_success");
    assertThat(rail.callsFor(id)).containsExactly("ask");
  }

  /** It is due to be asked about, which no network may be in this mode. */
  @Test
  void aCollectionOfARestoreIsNotCancelledBeforeItsNetworkIsAsked() {
    String id = waiting();
    SwitchedSubmission.to("off");
    endTimeOf(id);
    askFirst(id);

    awaitTwoMorePolls(id);

    assertThat(statusOf(id)).isEqualTo("collection_pending");
    assertThat(rail.callsFor(id)).isEmpty();
    SwitchedSubmission.to("ask-only");
    due.pollUntil("collection", id, this::isCredited);
    assertThat(rail.callsFor(id)).containsExactly("ask");
  }

  @Test
  void aQuestionAboutACancelledCollectionThatIsNotAskedDoesNotCount() {
    SwitchedSubmission.to("on");
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    String id = partner.collect(collectionOf("cancelled")).path("id");
    due.pollUntil("collection", id, () -> rail.callsFor(id).contains("prompt"));
    endTimeOf(id);
    due.pollUntil("collection", id, () -> statusOf(id).equals("cancelled"));
    SwitchedSubmission.to("off");
    List<String> asked = rail.callsFor(id);

    awaitTwoMorePolls(id);

    assertThat(rail.callsFor(id)).isEqualTo(asked);
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("on");
    due.pollUntil("collection", id, this::isCredited);
  }

  @Test
  void aCollectionWhoseCustomerCannotBeReadWaitsToo() {
    String id = waiting();
    rows.garbleCustomer(UUID.fromString(id));
    endTimeOf(id);

    awaitTwoMorePolls(id);

    assertThat(statusOf(id)).isEqualTo("collection_pending");
    SwitchedSubmission.to("on");
    due.pollUntil("collection", id, () -> statusOf(id).equals("cancelled"));
  }

  private String waiting() {
    String id = partner.collect(collectionOf("waiting")).path("id");
    due.awaitSkippedPolls("collection", id, 1);
    assertThat(rail.callsFor(id)).isEmpty();
    return id;
  }

  private void endTimeOf(String id) {
    rows.changeCollection(UUID.fromString(id), "expires_at = now()");
  }

  /** The lease of a poll during this would neither be skipped nor end before its time. */
  private void askFirst(String id) {
    due.rest("collection", id);
    SwitchedSubmission.askFirst(rows.now());
  }

  /** Of which the last one began after the change. */
  private void awaitTwoMorePolls(String id) {
    long skipped = due.skippedPolls("collection", id);
    due.pollUntil("collection", id, () -> due.skippedPolls("collection", id) >= skipped + 2);
  }

  private boolean isCredited() {
    return partner.collected("KES").intValueExact() == 150;
  }

  private String statusOf(String id) {
    return partner.request().get("/business/collections/" + id).path("status");
  }
}
