package org.mizani.payout;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.corridor.Country;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Limits of a business's payouts: how many an hour, and their sum a day and country. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PayoutLimitsApiTest {

  private static final String PATH = "/business/payout/transfer";
  private static final String TOO_MANY = "too many payouts in an hour";
  private static final String TOO_MUCH = "too much paid out to KE in a day";
  private static final int AT_ONCE = 64;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private SameMinute minute;

  @BeforeEach
  void prepareMinute() {
    minute = new SameMinute(rows);
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void asManyPayoutsAnHourAreMadeAsTheLimitAllows() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.of(3), Map.of());
          assertCreated(partner.transfer(transferOf("phone")));
          assertCreated(partner.payment(paymentOf("till")));
          assertCreated(partner.bank(bankPayoutOf("bank")));

          Response refused = partner.transfer(transferOf("fourth"));

          assertRefused(refused, 429, TOO_MANY);
          assertCoded(refused, ErrorCode.LIMIT_REACHED, "");
          assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 3600);
          assertRefused(partner.payment(paymentOf("fourth")), 429, TOO_MANY);
          assertRefused(partner.bank(bankPayoutOf("fourth")), 429, TOO_MANY);
          assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(3);
          assertThat(partner.available("USD")).isEqualByComparingTo("9976.27");
        });
  }

  @Test
  void payoutsOfADayAndCountryComeToTheLimitAtMost() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.empty(), Map.of(Country.KE, "2500.50"));
          assertCreated(partner.transfer(transferOf("one")));
          assertCreated(partner.bank(bankPayoutOf("two")));

          Response refused = partner.payment(paymentOf("three"));
          Response rest = partner.transfer(of("rest", "KES", "500.50"));
          Response cent = partner.transfer(of("cent", "KES", "13"));

          assertRefused(refused, 429, TOO_MUCH);
          assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 86_400);
          assertCreated(rest);
          assertRefused(cent, 429, TOO_MUCH);
          assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(3);
        });
  }

  @Test
  void theSumOfAnotherCountryDoesNotCount() throws Exception {
    minute.run(
        () -> {
          Partner partner =
              limited(Optional.empty(), Map.of(Country.KE, "1000", Country.TZ, "5000"));
          assertCreated(partner.transfer(transferOf("kenya")));

          Response tanzania = partner.transfer(toTanzania("tanzania", "5000"));

          assertCreated(tanzania);
          assertRefused(
              partner.transfer(toTanzania("more", "1000")),
              429,
              "too much paid out to TZ in a day");
        });
  }

  /** It could not be paid on any day. */
  @Test
  void anAmountBeyondTheSumOfADayIsTooLarge() {
    Partner partner = limited(Optional.empty(), Map.of(Country.KE, "999.99"));

    Response refused = partner.transfer(transferOf("too large"));

    assertRefused(refused, 400, "amount must be at most 999.99 KES");
  }

  @Test
  void ofManyPayoutsAtOnceAsManyAsTheLimitAreMade() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.of(10), Map.of());

          Map<Integer, Long> answers = atOnce(partner);

          assertThat(answers).isEqualTo(Map.of(201, 10L, 429, 54L));
          assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(10);
          assertThat(used(partner, "hour")).isEqualTo(10);
        });
  }

  /** From two wallets, whose locks do not keep them apart. */
  @Test
  void ofManyPayoutsAtOnceNoMoreThanTheSumOfADayArePaid() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.empty(), Map.of(Country.KE, "10999.99"));

          Map<Integer, Long> answers = atOnce(partner);

          assertThat(answers).isEqualTo(Map.of(201, 10L, 429, 54L));
          assertThat(used(partner, "KE")).isEqualTo(10_000_00);
        });
  }

  /** They share batches with those of a business that has limits. */
  @Test
  void aBusinessWithoutLimitsIsNotCounted() throws Exception {
    minute.run(
        () -> {
          Partner limited = limited(Optional.of(5), Map.of(Country.KE, "100000"));
          Partner partner = limited(Optional.empty(), Map.of());

          List<HttpResponse<String>> answers =
              AtOnce.send(
                  40,
                  i ->
                      AtOnce.post(
                          i % 2 == 0 ? partner : limited, PATH, Json.of(transferOf("p" + i))));

          assertThat(byStatus(answers)).isEqualTo(Map.of(201, 25L, 429, 15L));
          assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(20);
          assertThat(rowsOf(limited)).isEqualTo(2);
          assertThat(rowsOf(partner)).isZero();
        });
  }

  @Test
  void repeatsAreAnsweredAsEverAndDoNotCount() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.of(2), Map.of(Country.KE, "2000"));
          assertCreated(partner.transfer(transferOf("one")));
          for (int i = 0; i < 3; i++) {
            assertRefused(partner.transfer(transferOf("one")), 409, "duplicate reference");
          }

          assertCreated(partner.transfer(transferOf("two")));
          assertRefused(partner.transfer(transferOf("three")), 429, TOO_MUCH);
          assertRefused(partner.transfer(transferOf("one")), 409, "duplicate reference");
          assertThat(used(partner, "hour")).isEqualTo(2);
        });
  }

  @Test
  void repeatsAtTheSameTimeCountOnce() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.of(2), Map.of(Country.KE, "2000"));

          List<HttpResponse<String>> answers =
              AtOnce.send(
                  AT_ONCE,
                  i ->
                      AtOnce.post(
                          partner, PATH, Json.of(of("same " + i % 2, wallet(i / 2), "1000"))));

          assertThat(byStatus(answers)).isEqualTo(Map.of(201, 2L, 409, 62L));
          assertThat(used(partner, "hour")).isEqualTo(2);
          assertThat(used(partner, "KE")).isEqualTo(2_000_00);
        });
  }

  @Test
  void aPayoutThatTheWalletDoesNotCoverDoesNotCount() throws Exception {
    minute.run(
        () -> {
          Partner partner =
              partners.create(profile(Optional.of(1), Map.of()), Map.of(CurrencyUnit.USD, "7.91"));
          assertRefused(
              partner.transfer(of("short", "USD", "1001")), 412, "insufficient available balance");

          assertCreated(partner.transfer(transferOf("covered")));
        });
  }

  /** Nobody knows for sure that it was not paid. */
  @Test
  void aFailedPayoutCounts() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.empty(), Map.of(Country.KE, "1000"));
          Map<String, Object> failing = transferOf("failing");
          failing.put("forceStatus", "termination_failure");
          assertCreated(partner.transfer(failing));
          assertThat(partner.finalStatus("failing")).isEqualTo("termination_failure");

          assertRefused(partner.transfer(transferOf("next")), 429, TOO_MUCH);
        });
  }

  @Test
  void aNewHourAndANewDayBeginWithNothingUsed() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.of(1), Map.of(Country.KE, "1000"));
          assertCreated(partner.transfer(transferOf("first")));
          assertRefused(partner.transfer(transferOf("second")), 429, TOO_MUCH);

          age(partner, "KE", "1 day");
          Response sameHour = partner.transfer(transferOf("second"));
          age(partner, "hour", "1 hour");
          Response nextHour = partner.transfer(transferOf("second"));

          assertRefused(sameHour, 429, TOO_MANY);
          assertCreated(nextHour);
          assertThat(used(partner, "hour")).isEqualTo(1);
          assertThat(used(partner, "KE")).isEqualTo(1_000_00);
        });
  }

  /** As by a statement that began before the hour, and got the row after one that began in it. */
  @Test
  void anHourThatHasBegunForOthersGoesOn() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(Optional.of(2), Map.of());
          assertCreated(partner.transfer(transferOf("first")));
          age(partner, "hour", "-1 hour");

          assertCreated(partner.transfer(transferOf("second")));
          Response refused = partner.transfer(transferOf("third"));

          assertRefused(refused, 429, TOO_MANY);
          assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(3600, 7200);
        });
  }

  private void age(Partner partner, String limited, String age) {
    rows.execute(
        "UPDATE payout_usage SET starts_at = starts_at - '%s'::interval".formatted(age)
            + " WHERE business_id = $1 AND limited = $2 RETURNING 1",
        partner.businessId(),
        limited);
  }

  private long used(Partner partner, String limited) {
    return rows.count(
        "SELECT used FROM payout_usage WHERE business_id = $1 AND limited = $2",
        partner.businessId(),
        limited);
  }

  private long rowsOf(Partner partner) {
    return rows.count(
        "SELECT count(*) FROM payout_usage WHERE business_id = $1", partner.businessId());
  }

  private Map<Integer, Long> atOnce(Partner partner) {
    return byStatus(
        AtOnce.send(
            AT_ONCE,
            i -> AtOnce.post(partner, PATH, Json.of(of("at once " + i, wallet(i), "1000")))));
  }

  private static String wallet(int i) {
    return i % 2 == 0 ? "USD" : "KES";
  }

  private static Map<Integer, Long> byStatus(List<HttpResponse<String>> answers) {
    return answers.stream().collect(groupingBy(HttpResponse::statusCode, counting()));
  }

  private Partner limited(Optional<Integer> mostAnHour, Map<Country, String> mostADay) {
    return partners.create(
        profile(mostAnHour, mostADay),
        Map.of(
            CurrencyUnit.USD, "10000", CurrencyUnit.KES, "1000000", CurrencyUnit.TZS, "1000000"));
  }

  private static BusinessProfile profile(
      Optional<Integer> mostAnHour, Map<Country, String> mostADay) {
    Map<Country, Money> sums = new EnumMap<>(Country.class);
    mostADay.forEach(
        (country, major) ->
            sums.put(country, Money.exactly(country.currency(), new BigDecimal(major))));
    return BusinessProfile.named("Limited")
        .withLimits(
            new BusinessLimits(Map.of(), sums, mostAnHour, Optional.empty(), Optional.empty()));
  }

  private static Map<String, Object> of(String reference, String wallet, String amount) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", wallet);
    body.put("amount", new BigDecimal(amount));
    return body;
  }

  private static Map<String, Object> toTanzania(String reference, String amount) {
    Map<String, Object> body = of(reference, "TZS", amount);
    body.put("receiverCurrency", "TZS");
    body.put("payoutCountry", "TZ");
    body.put("receiverPhone", "+255754000001");
    return body;
  }

  private static void assertCreated(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(201);
  }
}
