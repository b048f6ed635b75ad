package org.mizani.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Pages of the refunds of a collection. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class RefundListApiTest {

  @Inject TestPartners partners;

  private Partner partner;
  private PaidBack paid;

  @BeforeEach
  void fiveRefunds() {
    partner = partners.createShop(Map.of());
    paid = PaidBack.collected(partner, "pages");
    for (int i = 1; i <= 5; i++) {
      paid.refunded("part " + i, 10);
    }
  }

  @Test
  void pagesHaveEachRefundOnceTheNewestFirst() {
    List<String> seen = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String cursor = null;
    do {
      Response page = page("?limit=2" + (cursor == null ? "" : "&cursor=" + cursor)).succeeded();
      List<Map<String, Object>> items = page.path("items");
      items.forEach(refund -> seen.add((String) refund.get("reference")));
      sizes.add(items.size());
      cursor = page.path("nextCursor");
      if (sizes.size() == 1) {
        paid.refunded("made meanwhile", 10);
      }
    } while (cursor != null && sizes.size() < 5);

    assertThat(seen).containsExactly("part 5", "part 4", "part 3", "part 2", "part 1");
    assertThat(sizes).containsExactly(2, 2, 1);
  }

  @Test
  void theLastPageHasNoCursor() {
    assertThat(page("?limit=5").<Object>path("nextCursor")).isNull();
    assertThat(page("").<List<Object>>path("items")).hasSize(5);
  }

  @Test
  void aCursorOfAnotherCollectionIsRefused() {
    String cursor = page("?limit=2").path("nextCursor");
    PaidBack other = PaidBack.collected(partner, "other");

    Response refused = partner.request().get(other.path() + "?cursor=" + cursor);

    assertRefused(refused, 400, "cursor is not valid");
    assertRefused(page("?cursor=nonsense"), 400, "cursor is not valid");
  }

  @Test
  void unknownParametersAreRefused() {
    assertRefused(page("?page=2"), 400, "page is not a parameter of this operation");
  }

  private Response page(String query) {
    return partner.request().get(paid.path() + query);
  }
}
