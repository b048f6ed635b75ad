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
import org.mizani.event.Events.EventPage;
import org.mizani.money.CurrencyUnit;
import org.mizani.paging.Cursor;
import org.mizani.support.Eventually;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PastTransfers;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts of an earlier month: they are events for as long as the setting says. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class KeptEventsApiTest {

  private static final String WALLET =
      "SELECT id FROM wallet WHERE business_id = $1 AND currency = 'USD'";

  private static final String AGE =
      "SELECT extract(epoch FROM now() - min(created_at))::bigint FROM ledger_transfer"
          + " WHERE wallet_id = ("
          + WALLET
          + ") AND kind = 'capture'";

  @Inject Rows rows;
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

  /** By the end of the pause the events of the pages to come are older than those kept. */
  @Test
  void aReaderThatPausesBetweenPagesMissesNone() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.write(partner, 3);
    Duration kept = Duration.ofSeconds(rows.count(AGE, partner.businessId())).minusDays(1);
    Cursor begun =
        Cursor.of(
            rows.now().minus(Duration.ofDays(2)),
            Map.of(rows.count(WALLET, partner.businessId()), 0L));

    EventPage page = page(partner, kept, Optional.of(begun), 1);
    EventPage last = page(partner, kept, Optional.of(page.next()), 50);

    assertThat(references(page)).containsExactly("past 1");
    assertThat(page.more()).isTrue();
    assertThat(page.next().time()).isEqualTo(begun.time());
    assertThat(references(last)).containsExactly("past 2", "past 3");
    assertThat(last.more()).isFalse();
    assertThat(last.next().time()).isAfter(begun.time());
  }

  private List<String> referencesWithin(Partner partner, Duration kept) {
    return references(page(partner, kept, Optional.empty(), 50));
  }

  private EventPage page(Partner partner, Duration kept, Optional<Cursor> after, int size) {
    return new Events(reads, customers, () -> kept)
        .read(new Events.Business(partner.businessId(), UUID.randomUUID()), after, size)
        .await()
        .atMost(Eventually.PATIENCE);
  }

  private static List<String> references(EventPage page) {
    return page.events().stream()
        .map(event -> ((Event.OfPayout) event.data()).businessReference())
        .toList();
  }
}
