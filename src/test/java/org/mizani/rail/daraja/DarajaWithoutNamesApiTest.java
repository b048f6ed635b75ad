package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.StandIns;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Daraja without the product that returns names of tills and paybills. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class DarajaWithoutNamesApiTest {

  @Inject TestPartners partners;
  @Inject StandIns standIns;

  @Test
  void theNetworkIsNotAskedForNames() {
    DarajaStandIn network = standIns.kenya();

    Response refused =
        partners
            .create(Map.of(CurrencyUnit.KES, "1000"))
            .request()
            .body(Map.of("countryCode", "KE", "type", "till", "lipaNumber", "174379"))
            .post("/business/verify-payment");

    assertRefused(refused, 422, "corridor not available");
    assertCoded(refused, ErrorCode.RECIPIENT_UNVERIFIABLE, "");
    assertThat(network.requests(StandInOperation.MERCHANT)).isZero();
  }
}
