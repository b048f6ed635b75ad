package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** {@code GET /business/limits}: limits of a business, and what it has used of them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnLimitsApiTest {

  private static final String LIMITS = "/business/limits";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private SameMinute minute;

  @BeforeEach
  void prepareMinute() {
    minute = new SameMinute(rows);
  }

  @Test
  void showsTheLimitsWithWhatIsUsedOfThem() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(3, "5000.50");
          partner.transfer(transferOf("first"));
          partner.transfer(transferOf("second"));

          JsonValues limits = partner.request().get(LIMITS).json();

          Instant now = rows.now();
          assertThat(limits.getString("businessId"))
              .isEqualTo(partner.request().get("/business/balance").path("businessId"));
          assertThat(limits.getMap("largestPayouts"))
              .isEqualTo(Map.of("KES", new BigDecimal("2500.5"), "UGX", 900_000));
          assertThat(limits.getMap("payoutsPerHour"))
              .isEqualTo(
                  Map.of("limit", 3, "used", 2, "left", 1, "endsAt", endOf(now, ChronoUnit.HOURS)));
          assertThat(limits.getList("dailyPayouts"))
              .isEqualTo(
                  List.of(
                      Map.of(
                          "country",
                          "KE",
                          "currency",
                          "KES",
                          "limit",
                          new BigDecimal("5000.5"),
                          "used",
                          2000,
                          "left",
                          new BigDecimal("3000.5"),
                          "endsAt",
                          endOf(now, ChronoUnit.DAYS)),
                      Map.of(
                          "country",
                          "UG",
                          "currency",
                          "UGX",
                          "limit",
                          1_000_000,
                          "used",
                          0,
                          "left",
                          1_000_000,
                          "endsAt",
                          endOf(now, ChronoUnit.DAYS))));
          assertThat(limits.<Integer>get("promptsPerPhone")).isEqualTo(5);
          assertThat(limits.<Integer>get("lookUpsPerPhone")).isEqualTo(7);
        });
  }

  @Test
  void aBusinessWithoutLimitsSeesNone() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response answer = partner.request().get(LIMITS);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.asString())
        .matches(
            "\\{\"businessId\":\"[0-9a-f-]{36}\",\"largestPayouts\":\\{},\"dailyPayouts\":\\[]}");
  }

  @Test
  void anHourAndADayThatAreOverAreNotShown() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(3, "5000");
          partner.transfer(transferOf("first"));
          rows.execute(
              "UPDATE payout_usage SET starts_at = starts_at - interval '1 day'"
                  + " WHERE business_id = $1",
              partner.businessId());

          JsonValues limits = partner.request().get(LIMITS).json();

          assertThat(limits.getMap("payoutsPerHour")).containsEntry("used", 0);
          assertThat(limits.getMap("dailyPayouts[0]"))
              .containsEntry("used", 0)
              .containsEntry("endsAt", endOf(rows.now(), ChronoUnit.DAYS));
        });
  }

  /** The rest is the most that a payout may still have. */
  @Test
  void whatIsLeftIsPaidAndNoMore() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(3, "1500");
          partner.transfer(transferOf("first"));
          JsonValues before = partner.request().get(LIMITS).json();
          Map<String, Object> rest = transferOf("rest");
          rest.put("amount", before.getMap("dailyPayouts[0]").get("left"));

          Response paid = partner.transfer(rest);
          Response more = partner.transfer(transferOf("more"));

          assertThat(paid.statusCode()).as(paid.asString()).isEqualTo(201);
          assertRefused(more, 429, "too much paid out to KE in a day");
          JsonValues after = partner.request().get(LIMITS).json();
          assertThat(after.getMap("dailyPayouts[0]")).containsEntry("left", 0);
          assertThat(after.getMap("payoutsPerHour")).containsEntry("left", 1);
        });
  }

  /** More is used than the limit that an operator has lowered. */
  @Test
  void ofALimitThatIsExceededNothingIsLeft() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited(3, "5000");
          partner.transfer(transferOf("first"));
          rows.execute(
              "UPDATE payout_usage SET used = 10 * used + 900000 WHERE business_id = $1",
              partner.businessId());

          JsonValues limits = partner.request().get(LIMITS).json();

          assertThat(limits.getMap("payoutsPerHour")).containsEntry("left", 0);
          assertThat(limits.getMap("dailyPayouts[0]")).containsEntry("left", 0);
        });
  }

  private static String endOf(Instant now, ChronoUnit unit) {
    return now.truncatedTo(unit).plus(1, unit).toString();
  }

  private Partner limited(int anHour, String aDayInKenya) {
    BusinessLimits limits =
        new BusinessLimits(
            Map.of(
                CurrencyUnit.KES,
                Money.exactly(CurrencyUnit.KES, new BigDecimal("2500.5")),
                CurrencyUnit.UGX,
                new Money(CurrencyUnit.UGX, 900_000)),
            Map.of(
                Country.UG,
                new Money(CurrencyUnit.UGX, 1_000_000),
                Country.KE,
                Money.exactly(CurrencyUnit.KES, new BigDecimal(aDayInKenya))),
            Optional.of(anHour),
            Optional.of(5),
            Optional.of(7));
    return partners.create(
        BusinessProfile.named("Limited").withLimits(limits), Map.of(CurrencyUnit.USD, "1000"));
  }
}
