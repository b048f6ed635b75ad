package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Operators' search of payouts by their recipient. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class PayoutPersonSearchApiTest {

  private static final String SEARCH = "/operator/payouts/search";
  private static final String PHONE = "+254712345678";
  private static final String ANOTHER = "+254712345692";
  private static final Map<String, String> OF_PHONE = Map.of("channel", "mobile", "number", PHONE);

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    businessId = Desk.idOf(partner);
  }

  @Test
  void findsThePayoutsToAPhoneOfOneBusinessAndOfAllAndNoOthers() {
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    String first = transfer(partner, "first", PHONE);
    String toAnother = transfer(partner, "to another", ANOTHER);
    String ofOther = transfer(other, "of another", PHONE);

    List<String> ofOne = found(OF_PHONE);
    List<String> ofAll = walked(OF_PHONE, new HashMap<>(Desk.aroundNow()));

    assertThat(ofOne).containsExactly(first);
    assertThat(ofAll).containsSubsequence(ofOther, first).doesNotContain(toAnother);
    assertThat(found(Map.of("channel", "mobile", "number", ANOTHER))).containsExactly(toAnother);
  }

  @ParameterizedTest
  @CsvSource({"254712345678,", "+254712345678, KE", "254712345678, KE"})
  void aPhoneIsTheSameHoweverItIsWritten(String number, String country) {
    String payout = transfer(partner, "written", PHONE);

    assertThat(found(form("mobile", country, number, null, null))).containsExactly(payout);
  }

  @Test
  void findsTillsPaybillsAndBankAccountsByAllThatMakesThem() {
    String till = reference(partner.payment(paymentOf("till")));
    Map<String, Object> bill = paymentOf("paybill");
    bill.putAll(
        Map.of("type", "paybill", "receiverLipaNumber", "600000", "receiverAccount", "ACC-001"));
    String paybill = reference(partner.payment(bill));
    String bank = reference(partner.bank(bankPayoutOf("bank")));

    assertThat(found(form("till", "KE", "174379", null, null))).containsExactly(till);
    assertThat(found(form("till", "KE", "0174379", null, null))).containsExactly(till);
    assertThat(found(form("till", "TZ", "174379", null, null))).isEmpty();
    assertThat(found(form("paybill", "KE", "600000", " acc-001", null))).containsExactly(paybill);
    assertThat(found(form("paybill", "KE", "600000", "ACC-002", null))).isEmpty();
    assertThat(found(form("bank", "KE", "1100000001", null, "01"))).containsExactly(bank);
    assertThat(found(form("bank", "KE", "1100000002", null, "01"))).isEmpty();
    assertThat(found(form("bank", "ZA", "1100000001", null, "250655"))).isEmpty();
  }

  @Test
  void findsARefundByThePhoneThatGetsIt() {
    Partner shop = partners.createShop(Map.of());
    String collection = shop.collect(collectionOf("refunded")).path("id");
    assertThat(shop.finalStatusOf(UUID.fromString(collection))).isEqualTo("collection_success");
    String refund =
        Desk.post(
                "/operator/collections/" + collection + "/refund",
                Map.of("reference", "refund-" + collection, "reason", "twice"))
            .path("serviceReference");

    assertThat(found(OF_PHONE, Map.of("businessId", Desk.idOf(shop)))).containsExactly(refund);
  }

  @Test
  void theOtherFiltersCountToo() {
    String paid = transfer(partner, "paid", PHONE);
    Map<String, Object> refused = transferOf("failed");
    refused.put("forceStatus", "termination_failure");
    String failed = reference(partner.transfer(refused));
    partner.finalStatus("paid");
    partner.finalStatus("failed");

    assertThat(found(OF_PHONE)).containsExactly(failed, paid);
    assertThat(found(OF_PHONE, Map.of("status", "termination_failure"))).containsExactly(failed);
    assertThat(found(OF_PHONE, Map.of("status", "termination_success"))).containsExactly(paid);
    assertThat(found(OF_PHONE, Map.of("status", "termination_pending"))).isEmpty();
    assertThat(found(OF_PHONE, Map.of("status", "held"))).isEmpty();
    assertThat(found(OF_PHONE, Map.of("from", "2026-01-01", "to", "2026-01-31"))).isEmpty();
  }

  @Test
  void isReadPageByPage() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      made.add(0, transfer(partner, "page " + i, PHONE));
      transfer(partner, "between " + i, ANOTHER);
    }
    Map<String, Object> query = range();
    query.put("limit", 1);

    List<String> walked = walked(OF_PHONE, query);

    assertThat(walked).isEqualTo(made);
    query.put("cursor", search(OF_PHONE, query).<String>path("nextCursor"));
    assertRefused(
        search(Map.of("channel", "mobile", "number", ANOTHER), query), 400, "cursor is not valid");
  }

  /** Numbers share hashes: a payout that is found by one is compared with the recipient itself. */
  @Test
  void aPayoutOfTheSameHashToAnotherIsNotFound() {
    String payout = transfer(partner, "wanted", PHONE);
    String another = transfer(partner, "another", ANOTHER);
    rows.execute(
        """
        UPDATE payout_detail SET recipient_hash =
          (SELECT recipient_hash FROM payout_detail WHERE payout_id = $1)
        WHERE payout_id = $2
        """,
        UUID.fromString(payout),
        UUID.fromString(another));

    assertThat(found(OF_PHONE)).containsExactly(payout);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM payout_detail WHERE payout_id = $1",
        "UPDATE payout_detail SET parties_encrypted = '\\x00' WHERE payout_id = $1",
        "UPDATE payout_detail SET recipient_hash = NULL WHERE payout_id = $1"
      })
  void aRecipientThatWasErasedOrCannotBeReadOrHasNoHashIsNotFound(String loss) {
    String payout = transfer(partner, "lost", PHONE);
    partner.finalStatus("lost");
    assertThat(found(OF_PHONE)).containsExactly(payout);

    rows.execute(loss, UUID.fromString(payout));

    assertThat(found(OF_PHONE)).isEmpty();
  }

  @Test
  void theAuditLogHasEachSearchAndItsHitsButNoNumber() {
    transfer(partner, "audited", PHONE);
    Person support = TestOperator.person("support");

    support.request().queryParams(range()).body(OF_PHONE).post(SEARCH).succeeded();
    Map<String, String> none = Map.of("channel", "mobile", "number", ANOTHER);
    support.request().queryParams(range()).body(none).post(SEARCH).succeeded();

    List<Row> entries =
        rows
            .execute(
                "SELECT operator, action, after ->> 'found' AS found, after::text AS after"
                    + " FROM audit_entry WHERE subject = $1 ORDER BY id",
                "business/" + businessId + "/payments")
            .stream()
            .toList();
    assertThat(entries)
        .extracting(entry -> entry.getString("operator"))
        .containsExactly(support.key(), support.key());
    assertThat(entries)
        .extracting(entry -> entry.getString("action") + " " + entry.getString("found"))
        .containsExactly("payout.search-recipient 1", "payout.search-recipient 0");
    assertThat(entries)
        .extracting(entry -> entry.getString("after"))
        .allMatch(after -> !after.contains("712345678") && !after.contains("712345692"))
        .allMatch(after -> after.contains("\"from\"") && after.contains("\"to\""));
  }

  @Test
  void aViewerMayNotSearch() {
    Response answer =
        TestOperator.person("viewer").request().queryParams(range()).body(OF_PHONE).post(SEARCH);

    assertRefused(answer, 403, "role support required");
    assertThat(searches()).isZero();
  }

  @Test
  void theRecipientIsNotTakenFromTheUrl() {
    Map<String, Object> query = range();
    query.put("number", PHONE);

    assertRefused(search(OF_PHONE, query), 400, "number is not a parameter of this operation");
    assertRefused(Desk.get(SEARCH, range()), 405, "method not allowed");
    assertThat(searches()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "-|-|+254712345678|-|-|channel is required",
        "phone|-|+254712345678|-|-|channel must be one of: mobile, till, paybill, bank",
        "mobile|-|-|-|-|number is required",
        "mobile|-|0712345678|-|-|number must be a valid phone number with country code",
        "mobile|UG|+254712345678|-|-|number must be a valid phone number with country code",
        "mobile|Kenya|+254712345678|-|-|country must be one of: KE, TZ, UG, ZA",
        "mobile|-|+254712345678|7|-|account goes with paybill only",
        "mobile|-|+254712345678|-|01|bankCode goes with bank only",
        "till|-|174379|-|-|country is required",
        "paybill|KE|174379|-|-|account is required",
        "bank|KE|1100000001|-|-|bankCode is required",
        "bank|KE|1100000001|-|99|bankCode is not a supported bank"
      })
  void refusesARecipientThatIsNotClear(
      String channel,
      String country,
      String number,
      String account,
      String bankCode,
      String message) {
    Response answer = search(form(channel, country, number, account, bankCode), range());

    assertRefused(answer, 400, message);
    assertThat(searches()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "to=2026-01-01|from is required",
        "from=2026-01-01|to is required",
        "from=2026-01-01&to=2026-02-02|to must be at most 31 days after from",
        "from=2026-01-02&to=2026-01-01|from must be before to",
        "from=yesterday&to=2026-01-01|from must be an ISO 8601 date and time"
      })
  void refusesASearchWithoutABound(String query, String message) {
    Response answer =
        TestOperator.request()
            .body(OF_PHONE)
            .post(SEARCH + "?businessId=" + businessId + "&" + query);

    assertRefused(answer, 400, message);
    assertThat(searches()).isZero();
  }

  private long searches() {
    return rows.count(
        "SELECT count(*) FROM audit_entry WHERE subject = $1",
        "business/" + businessId + "/payments");
  }

  private Map<String, Object> range() {
    Map<String, Object> query = Desk.aroundNow();
    query.put("businessId", businessId);
    return query;
  }

  private List<String> found(Map<String, String> form) {
    return found(form, Map.of());
  }

  private List<String> found(Map<String, String> form, Map<String, ?> further) {
    Map<String, Object> query = range();
    query.putAll(further);
    Response answer = search(form, query);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<String>path("nextCursor")).isNull();
    return answer.path("items.serviceReference");
  }

  private static List<String> walked(Map<String, String> form, Map<String, Object> query) {
    List<String> walked = new ArrayList<>();
    String cursor;
    do {
      Response page = search(form, query).succeeded();
      walked.addAll(page.<List<String>>path("items.serviceReference"));
      cursor = page.path("nextCursor");
      query.put("cursor", String.valueOf(cursor));
    } while (cursor != null);
    query.remove("cursor");
    return walked;
  }

  private static Response search(Map<String, String> form, Map<String, ?> query) {
    return TestOperator.request().queryParams(query).body(form).post(SEARCH);
  }

  private static Map<String, String> form(
      String channel, String country, String number, String account, String bankCode) {
    Map<String, String> form = new HashMap<>();
    form.put("channel", channel);
    form.put("country", country);
    form.put("number", number);
    form.put("account", account);
    form.put("bankCode", bankCode);
    return form;
  }

  private static String transfer(Partner partner, String reference, String phone) {
    Map<String, Object> body = transferOf(reference);
    body.put("receiverPhone", phone);
    return reference(partner.transfer(body));
  }

  private static String reference(Response answer) {
    return answer.path("serviceReference");
  }
}
