package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.business.BusinessProfile;
import org.mizani.fx.Rates;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * A day with every kind of movement, by HTTP: the partner pays and collects, operators enter the
 * rest, and the rail keeps its books. Nights pass by putting what has happened to earlier days.
 */
@Alternative
@Singleton
public class BooksDay {

  private final TestPartners partners;
  private final BookkeepingRail rail;
  private final Rates rates;
  private final Rows rows;
  private Partner partner;
  private String business;
  private String shortlyPaid;
  private OffsetDateTime begin;

  BooksDay(TestPartners partners, BookkeepingRail rail, Rates rates, Rows rows) {
    this.partners = partners;
    this.rail = rail;
    this.rates = rates;
    this.rows = rows;
  }

  Partner partner() {
    return partner;
  }

  String business() {
    return business;
  }

  /** The day before: 1000 USD come in, and 1000 KES are paid at 129, with a fee of 0.16. */
  void dayBefore() {
    begin = rows.execute("SELECT now()").get(0).getOffsetDateTime(0);
    partner =
        partners.create(
            BusinessProfile.named("Books").withCollections(), Map.of(CurrencyUnit.USD, "1000"));
    business = "/operator/businesses/" + Desk.idOf(partner);
    pay("before", "USD", "KES", "1000", "7.75");
  }

  /** The day itself. */
  void day() {
    enter("TZS", "2500", "0.05");
    topUp("USD", "2000");
    topUp("TZS", "5000000");
    topUp("UGX", "900000");
    topUp("UGX", "11");
    reverseLatestTopUp();
    pay("dollars to shillings", "USD", "KES", "12850", "99.61");
    pay("dollars to Tanzania", "USD", "TZS", "1000000", "400");
    await(rates.enter(CurrencyUnit.USD, CurrencyUnit.KES, new BigDecimal("131")));
    shortlyPaid = pay("at another rate", "USD", "KES", "5000", "38.17");
    pay("across", "TZS", "KES", "700", "14000");
    payTill("within Uganda", "20000");
    fail("failed", "1000");
    collect("KES", "+254712345678", 150);
    collect("TZS", "+255754000001", 3000);
    moved(
        business + "/wallet-transfers",
        Map.of("from", "collection", "to", "payout", "currency", "KES", "amount", 100));
    moved(business + "/withdrawals", wallet("USD", "50"));
    moved(business + "/adjustments", wallet("TZS", "-1000"));
    moved(business + "/adjustments", wallet("UGX", "7"));
    settle("to_rail", "KES", "10000");
    settle("from_rail", "TZS", "2000");
    assertThat(takeFees("0.10", "first").statusCode()).isEqualTo(201);
    giveBack(idOf("before"), "KES", "1000");
    giveBack(pay("there and back", "USD", "KES", "2000", "15.27"), "KES", "2000");
  }

  /** After the day's closing. */
  void laterDay() {
    giveBack(shortlyPaid, "KES", "5000");
    topUp("USD", "1");
  }

  /** Takes fees of US dollars out of the books. */
  Response takeFees(String amount, String reference) {
    return Desk.post(
        "/operator/ledger/fee-incomes",
        Map.of(
            "currency",
            "USD",
            "amount",
            new BigDecimal(amount),
            "reference",
            reference,
            "reason",
            "test"));
  }

  /**
   * Puts all that has happened, and was put to no day yet, to a day: the beginning of the test to
   * its noon, and the rest behind that as it was.
   */
  void putTo(LocalDate day) {
    put("ledger_transfer", "created_at", day);
    put("ledger_movement", "created_at", day);
    put("payout_return", "created_at", day);
    put("wallet", "created_at", day);
    put("fx_rate", "effective_from", day);
  }

  private void put(String table, String column, LocalDate day) {
    rows.execute("ALTER TABLE ONLY " + table + " DISABLE TRIGGER USER");
    rows.execute(
        """
        UPDATE %1$s SET %2$s = %2$s - ($1 - ($2::date + time '12:00') AT TIME ZONE 'UTC')
        WHERE %2$s >= $1
        """
            .formatted(table, column),
        begin,
        day);
    rows.execute("ALTER TABLE ONLY " + table + " ENABLE TRIGGER USER");
  }

  private void reverseLatestTopUp() {
    List<String> ids = Desk.get(business + "/top-ups", Map.of("limit", 1)).path("items.id");
    Desk.post(business + "/top-ups/" + ids.get(0) + "/reversal", Map.of("reason", "test"))
        .created();
  }

  private void enter(String currency, String ofDollar, String inShillings) {
    CurrencyUnit unit = CurrencyUnit.valueOf(currency);
    await(rates.enter(CurrencyUnit.USD, unit, new BigDecimal(ofDollar)));
    await(rates.enter(unit, CurrencyUnit.KES, new BigDecimal(inShillings)));
  }

  private String pay(String reference, String from, String to, String amount, String sender) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", from);
    body.put("receiverCurrency", to);
    body.put("amount", new BigDecimal(amount));
    if (to.equals("TZS")) {
      body.put("payoutCountry", "TZ");
      body.put("receiverPhone", "+255754000001");
    }
    Response created = partner.transfer(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(new BigDecimal(created.path("senderAmount").toString()))
        .isEqualByComparingTo(sender);
    assertThat(partner.finalStatus(reference)).isEqualTo("termination_success");
    return created.path("serviceReference");
  }

  private void payTill(String reference, String amount) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "UGX");
    body.put("receiverCurrency", "UGX");
    body.put("payoutCountry", "UG");
    body.put("receiverLipaNumber", "400001");
    body.put("amount", new BigDecimal(amount));
    assertThat(partner.payment(body).statusCode()).isEqualTo(201);
    assertThat(partner.finalStatus(reference)).isEqualTo("termination_success");
  }

  private void fail(String reference, String amount) {
    Map<String, Object> body = transferOf(reference);
    body.put("amount", new BigDecimal(amount));
    body.put("forceStatus", "termination_failure");
    partner.transfer(body);
    assertThat(partner.finalStatus(reference)).isEqualTo("termination_failure");
  }

  private void collect(String currency, String mobile, int amount) {
    Map<String, Object> body = collectionOf("collected in " + currency);
    body.put("currency", currency);
    body.put("mobile", mobile);
    body.put("amount", amount);
    assertThat(partner.collect(body).statusCode()).isEqualTo(201);
    eventually(
        () -> partner.collected(currency), found -> found.compareTo(new BigDecimal(amount)) == 0);
  }

  private void giveBack(String payout, String currency, String amount) {
    rail.takes(money(currency, amount));
    Response returned =
        Desk.post(
            "/operator/payouts/" + payout + "/return",
            Map.of("reference", "return of " + payout, "reason", "test"));
    assertThat(returned.statusCode()).as(returned.asString()).isEqualTo(200);
  }

  private void settle(String direction, String currency, String amount) {
    Money settled = money(currency, amount);
    if (direction.equals("to_rail")) {
      rail.takes(settled);
    } else {
      rail.pays(settled);
    }
    moved(
        "/operator/ledger/rail-settlements",
        Map.of(
            "rail",
            BookkeepingRail.NAME,
            "direction",
            direction,
            "currency",
            currency,
            "amount",
            new BigDecimal(amount)));
  }

  private void topUp(String currency, String amount) {
    moved(business + "/top-ups", wallet(currency, amount));
  }

  private static Map<String, ?> wallet(String currency, String amount) {
    return Map.of("currency", currency, "purpose", "payout", "amount", new BigDecimal(amount));
  }

  private static void moved(String path, Map<String, ?> form) {
    Map<String, Object> body = new HashMap<>(form);
    body.put("reference", UUID.randomUUID().toString());
    body.put("reason", "test");
    Response answer = Desk.post(path, body);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(201);
  }

  private String idOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("serviceReference");
  }

  private static Money money(String currency, String major) {
    return Money.exactly(CurrencyUnit.valueOf(currency), new BigDecimal(major));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
