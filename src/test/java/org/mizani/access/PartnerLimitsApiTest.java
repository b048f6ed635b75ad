package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.business.FeeTerms;
import org.mizani.business.SignatureScheme;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.QueryPlans;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Limits of a business: the amount of a payout, prompts and look-ups of one phone in an hour. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PartnerLimitsApiTest {

  private static final String PROMPTS = "too many prompts of this phone in an hour";
  private static final String LOOK_UPS = "too many look-ups of this phone in an hour";
  private static final String PHONE = "+254712345678";
  private static final String OTHER_PHONE = "+254712345691";

  /** 1000 KES a payout, three prompts and two look-ups of a phone. */
  private static final BusinessLimits LIMITS =
      new BusinessLimits(
          Map.of(CurrencyUnit.KES, new Money(CurrencyUnit.KES, 1000_00)),
          Map.of(),
          Optional.empty(),
          Optional.of(3),
          Optional.of(2));

  @Inject TestPartners partners;
  @Inject PartnerLimits limits;
  @Inject PhoneCounts phones;
  @Inject Rows rows;
  @Inject QueryPlans plans;
  @Inject RefreshedCallers callers;

  private SameMinute minute;

  @BeforeEach
  void prepareMinute() {
    minute = new SameMinute(rows);
  }

  @Test
  void aPhoneIsPromptedAsOftenAsItsLimitAllows() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          for (int i = 1; i <= 3; i++) {
            assertThat(prompt(partner, PHONE, "order " + i).statusCode()).isEqualTo(201);
          }

          Response refused = prompt(partner, PHONE, "order 4");

          assertRefused(refused, 429, PROMPTS);
          assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 3600);
          assertThat(collections(partner)).isEqualTo(3);
        });
  }

  @Test
  void promptsOfAnotherPhoneOrBusinessDoNotCount() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          for (int i = 1; i <= 4; i++) {
            prompt(partner, PHONE, "order " + i);
          }

          assertThat(prompt(partner, OTHER_PHONE, "order 5").statusCode()).isEqualTo(201);
          assertThat(prompt(limited(), PHONE, "order 1").statusCode()).isEqualTo(201);
        });
  }

  @Test
  void ofManyPromptsAtOnceAsManyAsTheLimitAreMade() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();

          List<HttpResponse<String>> answers =
              AtOnce.send(
                  20,
                  i ->
                      AtOnce.post(
                          partner,
                          "/business/collections",
                          new JsonObject(collectionOf("at once " + i)).encode()));

          assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(3);
          assertThat(answers).filteredOn(answer -> answer.statusCode() == 429).hasSize(17);
          assertThat(collections(partner)).isEqualTo(3);
        });
  }

  /** They share batches with those of a business that has a limit. */
  @Test
  void aPhoneOfABusinessWithoutALimitIsNotCounted() throws Exception {
    minute.run(
        () -> {
          Partner limited = limited();
          Partner partner =
              partners.create(BusinessProfile.named("Unlimited").withCollections(), Map.of());

          List<HttpResponse<String>> answers =
              AtOnce.send(
                  20,
                  i ->
                      AtOnce.post(
                          i % 2 == 0 ? partner : limited,
                          "/business/collections",
                          new JsonObject(collectionOf("at once " + i)).encode()));

          assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(13);
          assertThat(collections(partner)).isEqualTo(10);
          assertThat(collections(limited)).isEqualTo(3);
          assertThat(counts(limited)).isEqualTo(1);
          assertThat(counts(partner)).isZero();
        });
  }

  @Test
  void requestsThatAreRepeatedDoNotCount() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          prompt(partner, PHONE, "order 1");
          for (int i = 1; i <= 4; i++) {
            assertRefused(prompt(partner, PHONE, "order 1"), 409, "duplicate reference");
          }

          assertThat(prompt(partner, PHONE, "order 2").statusCode()).isEqualTo(201);
          assertThat(prompt(partner, PHONE, "order 3").statusCode()).isEqualTo(201);
          assertRefused(prompt(partner, PHONE, "order 4"), 429, PROMPTS);
        });
  }

  @Test
  void aUsedReferenceIsReportedBeforeTheLimit() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          for (int i = 1; i <= 4; i++) {
            prompt(partner, PHONE, "order " + i);
          }

          Response repeated = prompt(partner, PHONE, "order 1");

          assertRefused(repeated, 409, "duplicate reference");
        });
  }

  @Test
  void aPhoneIsLookedUpAsOftenAsItsLimitAllows() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          assertThat(lookUp(partner, PHONE).statusCode()).isEqualTo(200);
          // The same phone, as it may be written too.
          assertThat(lookUp(partner, PHONE.substring(1)).statusCode()).isEqualTo(200);

          Response refused = lookUp(partner, PHONE);

          assertRefused(refused, 429, LOOK_UPS);
          assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 3600);
          assertThat(lookUp(partner, OTHER_PHONE).statusCode()).isEqualTo(200);
          assertThat(prompt(partner, PHONE, "order").statusCode()).isEqualTo(201);
        });
  }

  @Test
  void ofManyLookUpsAtOnceAsManyAsTheLimitAreMade() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          String body = "{\"countryCode\":\"KE\",\"phoneNumber\":\"" + PHONE + "\"}";

          List<HttpResponse<String>> answers =
              AtOnce.send(10, i -> AtOnce.post(partner, "/business/verify-transfer", body));

          assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(2);
          assertThat(answers).filteredOn(answer -> answer.statusCode() == 429).hasSize(8);
        });
  }

  @Test
  void aNewHourBeginsWithoutCounts() throws Exception {
    minute.run(
        () -> {
          Partner partner = limited();
          for (int i = 1; i <= 4; i++) {
            prompt(partner, PHONE, "order " + i);
          }

          rows.execute(
              "UPDATE phone_hour SET starts_at = starts_at - interval '1 hour'"
                  + " WHERE subject = $1 RETURNING 1",
              promptsOf(partner));

          assertThat(prompt(partner, PHONE, "order 5").statusCode()).isEqualTo(201);
        });
  }

  @Test
  void oldCountsAreRemovedInSlices() {
    rows.execute(
        "WITH old AS ("
            + "INSERT INTO phone_hour SELECT gen_random_uuid(), now() - interval '3 hours', 1"
            + " FROM generate_series(1, 10001) RETURNING 1) SELECT count(*) FROM old");

    phones.forgetOld().await().atMost(PATIENCE);

    assertThat(
            rows.count(
                "SELECT count(*) FROM phone_hour WHERE starts_at < now() - interval '2 hours'"))
        .isZero();
  }

  @Test
  void aSliceOfOldCountsIsFoundByTheirAge() {
    assertThat(plans.podsPlan(PhoneCounts.FORGET).toString())
        .contains("phone_hour_age", "Limit", "Tid Scan")
        .doesNotContain("Seq Scan", "Sort");
  }

  @Test
  void aPayoutIsAtMostTheLargestOfItsCurrency() {
    Partner partner = limited();
    Map<String, Object> largest = transferOf("largest");
    Map<String, Object> larger = transferOf("larger");
    larger.put("amount", new BigDecimal("1000.01"));

    Response taken = partner.transfer(largest);
    Response refused = partner.transfer(larger);

    assertThat(taken.statusCode()).as(taken.asString()).isEqualTo(201);
    assertRefused(refused, 400, "amount must be at most 1000 KES");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(1);
  }

  /** Otherwise a partner who repeats a request would take it for one that was not paid. */
  @Test
  void aUsedReferenceIsReportedBeforeALimitThatWasLowered() throws Exception {
    Partner partner = limited();
    Map<String, Object> payout = transferOf("lowered");
    assertThat(partner.transfer(payout).statusCode()).isEqualTo(201);
    rows.execute(
        "UPDATE business SET largest_payouts = '{\"KES\":50000}' WHERE id = $1 RETURNING id",
        partner.businessId());
    // Again, where a scheduled refresh has read the business before, and ends after this one.
    Eventually.holds(
        () -> {
          callers.now();
          Map<String, Object> another = transferOf(UUID.randomUUID().toString());
          assertRefused(partner.transfer(another), 400, "amount must be at most 500 KES");
        });

    Response repeated = partner.transfer(payout);

    assertRefused(repeated, 409, "duplicate reference");
  }

  @Test
  void theLargestAmountHoldsForEveryKindOfPayout() {
    Partner partner = limited();
    Map<String, Object> payment = paymentOf("payment");
    Map<String, Object> bank = bankPayoutOf("bank");
    payment.put("amount", 1001);
    bank.put("amount", 1001);

    assertRefused(partner.payment(payment), 400, "amount must be at most 1000 KES");
    assertRefused(partner.bank(bank), 400, "amount must be at most 1000 KES");
  }

  private Partner limited() {
    BusinessProfile profile =
        new BusinessProfile(
            "Limited",
            Optional.empty(),
            Optional.empty(),
            true,
            FeeTerms.USUAL,
            SignatureScheme.DIGEST,
            false,
            LIMITS);
    return partners.create(profile, Map.of(CurrencyUnit.USD, "1000"));
  }

  private static Response prompt(Partner partner, String phone, String reference) {
    Map<String, Object> body = new HashMap<>(collectionOf(reference));
    body.put("mobile", phone);
    return partner.collect(body);
  }

  private static Response lookUp(Partner partner, String phone) {
    return partner
        .request()
        .body(Map.of("countryCode", "KE", "phoneNumber", phone))
        .post("/business/verify-transfer");
  }

  private long collections(Partner partner) {
    return rows.count(
        "SELECT count(*) FROM collection WHERE business_id = $1", partner.businessId());
  }

  private long counts(Partner partner) {
    return rows.execute("SELECT 1 FROM phone_hour WHERE subject = $1", promptsOf(partner)).size();
  }

  /** The subject that prompts of the phone are counted as, if they have a limit. */
  private UUID promptsOf(Partner partner) {
    return limits.ofPrompts(caller(partner), PhoneNumber.stored(PHONE)).orElseThrow().subject();
  }

  private static Caller caller(Partner partner) {
    return new Caller(
        partner.businessId(),
        null,
        0,
        partner.apiKey(),
        null,
        null,
        FeeTerms.USUAL,
        Optional.empty(),
        Caller.CollectionTerms.NONE,
        false,
        KeyPermissions.ALL,
        LIMITS);
  }
}
