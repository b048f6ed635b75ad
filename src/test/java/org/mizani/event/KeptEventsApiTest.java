package org.mizani.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.collection.record.Customer;
import org.mizani.database.replica.LaggingReads;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PastTransfers;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts of an earlier month: they are events for as long as the setting says. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class KeptEventsApiTest {

  @Inject TestPartners partners;
  @Inject PastTransfers past;
  @Inject LaggingReads reads;
  @Inject Customer.Encryption customers;

  @Test
  void payoutsOfAnEarlierYearAreListedByALongerSettingAlone() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.write(partner, 3);

    assertThat(referencesWithin(partner, Duration.ofDays(36_500)))
        .containsExactly("past 1", "past 2", "past 3");
    assertThat(new ReadEvents(partner, 1).next()).isEmpty();
  }

  private List<String> referencesWithin(Partner partner, Duration kept) {
    Events events = new Events(reads, customers, () -> kept);
    return events
        .read(new Events.Business(partner.businessId(), UUID.randomUUID()), Optional.empty(), 50)
        .await()
        .atMost(Eventually.PATIENCE)
        .events()
        .stream()
        .map(event -> ((Event.OfPayout) event.data()).businessReference())
        .toList();
  }
}
