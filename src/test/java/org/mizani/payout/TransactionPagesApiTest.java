package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TransactionPagesApiTest {

  private static final String FROM = "2026-03-01T00:00:00Z";
  private static final String TO = "2026-03-02T00:00:00Z";
  private static final String NOON = "2026-03-01T12:00:00Z";
  private static final String EVER = "2100-01-01";
  private static final String CURSOR = "cursor is not valid";

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 12, 13, 1000, 5000})
  void pagesTogetherAreTheWholeList(int limit) {
    // Three at each moment, so that pages also end between payouts of the same microsecond.
    for (int i = 0; i < 12; i++) {
      past.record(partner, "r" + i, PayoutStatus.SUCCESS, "2026-03-01T12:00:0" + i / 3 + "Z");
    }
    List<String> all = references(list(Map.of("from", FROM, "to", TO)));

    List<Response> pages = readAllPages(Map.of("from", FROM, "to", TO, "limit", "" + limit));

    assertThat(pages.stream().flatMap(page -> references(page).stream())).isEqualTo(all);
    assertThat(all).hasSize(12);
    assertThat(pages).hasSize((12 + limit - 1) / limit);
    assertThat(pages.get(pages.size() - 1).asString()).doesNotContain("nextCursor");
  }

  @Test
  void aPageHasAThousandItemsAtMost() {
    past.recordMany(partner, 1001);

    Response usual = list(Map.of("from", "2026-01-01", "to", "2026-01-02"));
    Response more = list(Map.of("from", "2026-01-01", "to", "2026-01-02", "limit", "1001"));

    assertThat(references(usual)).hasSize(1000).startsWith("many 1001").endsWith("many 2");
    assertThat(references(more)).isEqualTo(references(usual));
    assertThat(references(after(usual, "2026-01-01", "2026-01-02"))).containsExactly("many 1");
  }

  @Test
  void pagingMeetsEachPayoutOnceDespiteChanges() {
    // Given
    List<String> before = IntStream.range(0, 25).mapToObj(i -> "before " + i).toList();
    before.forEach(reference -> partner.transfer(transferOf(reference)));

    // When
    List<Response> pages = new ArrayList<>();
    Response page = list(Map.of("from", FROM, "to", EVER, "limit", "4"));
    for (pages.add(page); hasNext(page); pages.add(page)) {
      partner.transfer(transferOf("meanwhile " + pages.size()));
      if (pages.size() == 1) {
        eventually(this::pending, pending -> pending == 0);
      }
      page = after(page, FROM, EVER);
    }

    // Then
    assertThat(pages.stream().flatMap(each -> references(each).stream()))
        .containsExactlyInAnyOrderElementsOf(before);
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(before.size() + pages.size() - 1);
  }

  @Test
  void aCursorStaysWithinTheRequestedRange() {
    for (int i = 0; i < 6; i++) {
      past.record(partner, "r" + i, PayoutStatus.SUCCESS, "2026-03-01T12:00:0" + i + "Z");
    }
    Response first = list(Map.of("from", FROM, "to", TO, "limit", "2"));

    Response earlier = after(first, FROM, "2026-03-01T12:00:03Z");
    Response shorter = after(first, "2026-03-01T12:00:03Z", TO);

    assertThat(references(earlier)).containsExactly("r2", "r1", "r0");
    assertThat(references(shorter)).containsExactly("r3");
  }

  @Test
  void othersPayoutsAreHiddenAndTheirCursorsRefused() {
    // Given
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1"));
    for (int i = 0; i < 3; i++) {
      past.record(other, "theirs " + i, PayoutStatus.SUCCESS, NOON);
      past.record(partner, "ours " + i, PayoutStatus.SUCCESS, NOON);
    }
    Map<String, String> query = Map.of("from", FROM, "to", TO, "limit", "2");
    String theirs = send(other.request(), query).path("nextCursor");

    // When
    Response list = list(Map.of("from", FROM, "to", TO));
    Response withTheirCursor = list(Map.of("from", FROM, "to", TO, "cursor", theirs));

    // Then
    assertThat(references(list)).containsExactlyInAnyOrder("ours 0", "ours 1", "ours 2");
    assertRefused(withTheirCursor, 400, CURSOR);
  }

  @Test
  void refusesAnAlteredCursor() {
    past.record(partner, "one", PayoutStatus.SUCCESS, NOON);
    past.record(partner, "two", PayoutStatus.SUCCESS, NOON);
    String cursor = list(Map.of("from", FROM, "to", TO, "limit", "1")).path("nextCursor");

    List<String> altered =
        new ArrayList<>(List.of(cursor + "A", cursor + "=", cursor.substring(1)));
    for (int i = 0; i < cursor.length(); i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      altered.add(cursor.substring(0, i) + other + cursor.substring(i + 1));
    }

    assertThat(cursor).matches("[A-Za-z0-9_-]{60,200}");
    assertThat(altered)
        .allSatisfy(
            text ->
                assertRefused(list(Map.of("from", FROM, "to", TO, "cursor", text)), 400, CURSOR));
  }

  private List<Response> readAllPages(Map<String, String> query) {
    List<Response> pages = new ArrayList<>();
    Response page = list(query);
    for (pages.add(page); hasNext(page); pages.add(page)) {
      page = send(partner.request().queryParam("cursor", page.<String>path("nextCursor")), query);
    }
    return pages;
  }

  private Response after(Response page, String from, String to) {
    return list(
        Map.of("from", from, "to", to, "limit", "4", "cursor", page.<String>path("nextCursor")));
  }

  private Response list(Map<String, String> query) {
    return send(partner.request(), query);
  }

  private static Response send(Request request, Map<String, String> query) {
    return request.queryParams(query).get("/business/transactions");
  }

  private long pending() {
    return rows.count(
        "SELECT count(*) FROM payout WHERE business_id = $1 AND status = 'pending'",
        partner.businessId());
  }

  private static boolean hasNext(Response page) {
    assertThat(page.statusCode()).isEqualTo(200);
    return page.path("nextCursor") != null;
  }

  private static List<String> references(Response list) {
    return list.json().<String>getList("items.businessReference");
  }
}
