package org.mizani.repeat;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Many requests with one idempotency key at the same moment: one payment, one answer. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RepeatRaceApiTest {

  private static final int AT_ONCE = 64;

  @Inject TestPartners partners;
  @Inject Rows rows;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void sixtyFourEqualRequestsMakeOnePayout() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    KeyedRequest keyed = KeyedRequest.transfer("one", transferOf("one"));

    List<HttpResponse<String>> answers = AtOnce.send(AT_ONCE, i -> keyed.at(partner));

    assertOneAnswer(answers);
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(partner.available("USD")).isEqualByComparingTo("992.09");
  }

  @Test
  void sixtyFourEqualRequestsOfAWalletForOneMakeOnePayout() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.91"));
    KeyedRequest keyed = KeyedRequest.transfer("one", transferOf("one"));

    List<HttpResponse<String>> answers = AtOnce.send(AT_ONCE, i -> keyed.at(partner));

    assertOneAnswer(answers);
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void sixtyFourEqualRequestsOfAnEmptyWalletHaveOneRefusal() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.90"));
    KeyedRequest keyed = KeyedRequest.transfer("one", transferOf("one"));

    List<HttpResponse<String>> answers = AtOnce.send(AT_ONCE, i -> keyed.at(partner));

    assertThat(byStatus(answers)).isEqualTo(Map.of(412, (long) AT_ONCE));
    assertThat(replayed(answers)).isEqualTo(AT_ONCE - 1);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void sixtyFourPayoutsUnderOneKeyMakeOne() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE, i -> KeyedRequest.transfer("one", transferOf("payout " + i)).at(partner));

    assertThat(byStatus(answers)).isEqualTo(Map.of(201, 1L, 422, AT_ONCE - 1L));
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(partner.available("USD")).isEqualByComparingTo("992.09");
  }

  /** Requests that have no key, or another, go through the same statements. */
  @Test
  void othersAtOncePayAsEver() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    KeyedRequest keyed = KeyedRequest.transfer("one", transferOf("one"));

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE,
            i ->
                switch (i % 4) {
                  case 0 -> KeyedRequest.transfer("own-" + i, transferOf("own " + i)).at(partner);
                  case 1 ->
                      AtOnce.post(
                          partner,
                          keyed.path(),
                          KeyedRequest.transfer("", transferOf("none " + i)).body());
                  default -> keyed.at(partner);
                });

    assertThat(byStatus(answers)).isEqualTo(Map.of(201, (long) AT_ONCE));
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(1 + AT_ONCE / 2);
    assertThat(replayed(answers)).isEqualTo(AT_ONCE / 2 - 1);
  }

  @Test
  void twoBusinessesAtOnceHaveAPayoutEach() {
    Partner one = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    KeyedRequest keyed = KeyedRequest.transfer("one", transferOf("one"));

    List<HttpResponse<String>> answers =
        AtOnce.send(AT_ONCE, i -> keyed.at(i % 2 == 0 ? one : other));

    assertThat(byStatus(answers)).isEqualTo(Map.of(201, (long) AT_ONCE));
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(2);
    assertThat(rows.payoutsOf(one.businessId())).isOne();
    assertThat(rows.payoutsOf(other.businessId())).isOne();
  }

  /** Without a reference nothing else would hold them together. */
  @Test
  void sixtyFourEqualRequestsMakeOneCollection() {
    Partner shop = partners.createShop(Map.of());
    Map<String, Object> body = new LinkedHashMap<>(collectionOf("one"));
    body.remove("reference");
    KeyedRequest keyed = KeyedRequest.collection("one", body);

    List<HttpResponse<String>> answers = AtOnce.send(AT_ONCE, i -> keyed.at(shop));

    assertOneAnswer(answers);
    assertThat(
            rows.count("SELECT count(*) FROM collection WHERE business_id = $1", shop.businessId()))
        .isOne();
  }

  private static void assertOneAnswer(List<HttpResponse<String>> answers) {
    assertThat(byStatus(answers)).isEqualTo(Map.of(201, (long) AT_ONCE));
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(replayed(answers)).isEqualTo(AT_ONCE - 1);
  }

  private static long replayed(List<HttpResponse<String>> answers) {
    return answers.stream()
        .filter(a -> a.headers().firstValue("Idempotency-Replayed").isPresent())
        .count();
  }

  private static Map<Integer, Long> byStatus(List<HttpResponse<String>> answers) {
    return answers.stream().collect(groupingBy(HttpResponse::statusCode, counting()));
  }
}
