package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.paging.CsvRow;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.support.Eventually;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Operators' lists of payments as CSV. The profile has pages of two and exports of three. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class PaymentExportApiTest {

  private static final String PAYOUTS = "/operator/payouts";
  private static final String COLLECTIONS = "/operator/collections";

  @Inject TestPartners partners;
  @Inject AuditEntries audit;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    businessId = Desk.idOf(partner);
  }

  @Test
  void writesThePayoutsOfTheList() {
    payout("=1+1,\"2\"");
    payout("second");
    List<String> rows = rowsOfList(PAYOUTS, PayoutExportResource.COLUMNS);

    Response answer = export(PAYOUTS, Map.of());

    assertThat(answer.contentType()).isEqualToIgnoringCase("text/csv;charset=UTF-8");
    List<String> lines = lines(answer);
    assertThat(lines.get(0)).isEqualTo(String.join(",", PayoutExportResource.COLUMNS));
    assertThat(lines.subList(1, 3)).isEqualTo(rows);
    assertThat(lines.get(2)).contains("\"'=1+1,\"\"2\"\"\"").doesNotContain("254712345678");
    assertThat(lines.subList(3, lines.size())).containsExactly("end");
  }

  @Test
  void writesTheCollectionsOfTheList() throws Exception {
    Map<String, Object> request = collectionOf("@sale");
    request.put("forceStatus", "collection_failure");
    String id = partner.collect(request).created().path("id");
    eventually(
        () -> Desk.get(COLLECTIONS + "/" + id, Map.of()).<String>path("failureCode"),
        Objects::nonNull);

    // Again, where it was polled between both: its network is asked on for a late payment.
    Eventually.holds(
        () -> {
          List<String> rows = rowsOfList(COLLECTIONS, CollectionExportResource.COLUMNS);
          List<String> lines = lines(export(COLLECTIONS, Map.of()));

          assertThat(lines)
              .containsExactly(
                  String.join(",", CollectionExportResource.COLUMNS), rows.get(0), "end");
          assertThat(lines.get(1)).contains(",'@sale,").doesNotContain("254712345678");
        });
  }

  @Test
  void goesOnAfterAsManyAsOneMayHave() {
    IntStream.rangeClosed(1, 4).forEach(i -> payout("payout " + i));
    List<String> rows = rowsOfList(PAYOUTS, PayoutExportResource.COLUMNS);

    List<String> first = lines(export(PAYOUTS, Map.of()));
    String cursor = first.get(4).split(",")[1];
    List<String> second = lines(export(PAYOUTS, Map.of("cursor", cursor)));

    assertThat(first).hasSize(5);
    assertThat(first.get(4)).startsWith("more,");
    assertThat(first.subList(1, 4)).isEqualTo(rows.subList(0, 3));
    assertThat(second).containsExactly(first.get(0), rows.get(3), "end");
    assertRefused(
        Desk.get(PAYOUTS + "/export", Map.of("cursor", cursor)), 400, "cursor is not valid");
  }

  @Test
  void takesTheFiltersOfTheList() {
    payout("wanted");
    payout("other");

    assertThat(lines(export(PAYOUTS, Map.of("reference", "wanted")))).hasSize(3);
    assertThat(lines(export(PAYOUTS, Map.of("reference", "unknown")))).hasSize(2);
    assertThat(lines(export(PAYOUTS, Map.of("limit", "1"))).get(2)).startsWith("more,");
    assertThat(lines(export(PAYOUTS, Map.of("limit", "1000000")))).endsWith("end");
    assertRefused(
        export(PAYOUTS, Map.of("limit", "0")), 400, "limit must be a positive whole number");
    assertRefused(
        export(COLLECTIONS, Map.of("channel", "bank")),
        400,
        "channel is not a parameter of this operation");
  }

  @ParameterizedTest
  @ValueSource(strings = {PAYOUTS, COLLECTIONS})
  void theAuditLogHasWhoExportsAndTheQuery(String list) {
    String subject = "business/" + businessId + "/payments";

    export(list, Map.of("from", "2026-01-01"));

    AuditEntries.Written entry = audit.of(subject).get(0);
    assertThat(entry.action())
        .isEqualTo(list.equals(PAYOUTS) ? "payout.export" : "collection.export");
    assertThat(entry.after().getMap())
        .isEqualTo(Map.of("businessId", businessId, "from", "2026-01-01"));
  }

  @Test
  void theEntryOfAFurtherExportHasNoCursor() {
    IntStream.rangeClosed(1, 2).forEach(i -> payout("payout " + i));
    String cursor = lines(export(PAYOUTS, Map.of("limit", "1"))).get(2).split(",")[1];

    export(PAYOUTS, Map.of("cursor", cursor));

    assertThat(audit.of("business/" + businessId + "/payments"))
        .extracting(entry -> entry.after().getMap().keySet())
        .containsExactlyInAnyOrder(Set.of("businessId", "limit"), Set.of("businessId"));
  }

  @Test
  void aRefusedExportHasNoEntry() {
    long before = audit.count();

    Response unknown =
        Desk.get(PAYOUTS + "/export", Map.of("businessId", "00000000-0000-7000-8000-000000000000"));

    assertRefused(unknown, 404, "business not found");
    assertThat(audit.count()).isEqualTo(before);
  }

  @Test
  void aReaderMayAskForCsvByItsMediaType() {
    Response answer =
        TestOperator.request()
            .header("Accept", "text/csv")
            .queryParams(Map.of("businessId", businessId))
            .get(PAYOUTS + "/export");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
  }

  @Test
  void theColumnsAreTheFieldsOfTheListsButForPersonalTexts() {
    assertThat(PayoutExportResource.COLUMNS)
        .isEqualTo(fieldsBut(RecordedPayout.class, "failureReason"));
    assertThat(CollectionExportResource.COLUMNS)
        .isEqualTo(fieldsBut(RecordedCollection.class, "statusMessage", "narration"));
  }

  private static List<String> fieldsBut(Class<? extends Record> answer, String... personal) {
    return Arrays.stream(answer.getRecordComponents())
        .map(field -> field.getName())
        .filter(field -> !List.of(personal).contains(field))
        .toList();
  }

  private void payout(String reference) {
    partner.transfer(transferOf(reference)).created();
    partner.finalStatus(reference);
  }

  private Response export(String list, Map<String, String> query) {
    Map<String, String> ofOne = new HashMap<>(query);
    ofOne.put("businessId", businessId);
    return Desk.get(list + "/export", ofOne);
  }

  private static List<String> lines(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return List.of(answer.asString().split("\r\n"));
  }

  /** The rows of the business's list, as its JSON has them. */
  private List<String> rowsOfList(String list, List<String> columns) {
    JsonArray items =
        new JsonObject(Desk.get(list, Map.of("businessId", businessId)).asString())
            .getJsonArray("items");
    return IntStream.range(0, items.size())
        .mapToObj(items::getJsonObject)
        .map(item -> CsvRow.of(columns.stream().map(name -> text(item.getValue(name))).toList()))
        .map(String::strip)
        .toList();
  }

  private static String text(Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof Number number
        ? new BigDecimal(number.toString()).toPlainString()
        : value.toString();
  }
}
