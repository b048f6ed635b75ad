package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.SendWindow;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Times in which a rail may give a payment to its network: while the pod has it (ADR 18). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class SendWindowApiTest {

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;

  private Partner partner;

  @BeforeEach
  void aPartnerOfARailThatHoldsItsAnswers() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.HOLDS_ITS_ANSWERS);
  }

  @AfterEach
  void theRailPaysAgain() {
    rail.behave(Behaviour.PAYS);
  }

  @Test
  void thatOfAPayoutIsOverWithItsWork() {
    String id = partner.transfer(transferOf("window")).path("serviceReference");
    assertIsOpenUntilTheAnswer(id);
  }

  @Test
  void thatOfAPromptIsOverWithItsWork() {
    String id = partner.collect(collectionOf("window")).path("id");
    assertIsOpenUntilTheAnswer(id);
  }

  private void assertIsOpenUntilTheAnswer(String id) {
    eventually(() -> rail.windowOf(id).isPresent(), isEqual(true));
    SendWindow window = rail.windowOf(id).orElseThrow();
    assertThat(window.isOpen()).as("while the rail has not answered").isTrue();

    rail.behave(Behaviour.PAYS);

    eventually(() -> rail.windowOf(id).map(SendWindow::isOpen), isEqual(Optional.of(false)));
  }
}
