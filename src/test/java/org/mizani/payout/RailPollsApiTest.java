package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Questions about the payouts of a rail that has a schedule of its own. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class RailPollsApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject RailPauses pauses;

  @Test
  void anAcknowledgedPayoutIsAskedAboutByTheScheduleOfItsRail() {
    pauses.look().await().atMost(PATIENCE);
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    UUID payout = UUID.fromString(partner.transfer(transferOf("patient")).path("serviceReference"));

    assertThat(eventually(() -> minutesUntilAsked(payout), minutes -> minutes >= 0))
        .isBetween(85L, 90L);
  }

  /** Negative until it is acknowledged. */
  private long minutesUntilAsked(UUID payout) {
    return rows.count(
        "SELECT coalesce(max(extract(epoch FROM next_poll_at - now())::bigint / 60), -1)"
            + " FROM payout_due WHERE id = $1 AND network_ids IS NOT NULL",
        payout);
  }
}
