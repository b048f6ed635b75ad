package org.mizani.payout;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Many payouts at the same moment: no cent is spent twice and no reference used twice. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RaceApiTest {

  private static final String PATH = "/business/payout/transfer";

  @Inject TestPartners partners;
  @Inject Rows rows;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void oneOfFiftyConcurrentDuplicatesIsCreated() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));

    Map<Integer, Long> answers = transfers(partner, 50, i -> "the same");

    assertThat(answers).isEqualTo(Map.of(201, 1L, 409, 49L));
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(partner.available("USD")).isEqualByComparingTo("992.09");
  }

  @Test
  void duplicatesAreReportedBeforeAnEmptiedWallet() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.91"));

    Map<Integer, Long> answers = transfers(partner, 50, i -> "the same");

    assertThat(answers).isEqualTo(Map.of(201, 1L, 409, 49L));
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void aWalletForTenPayoutsPaysTenOfSixtyFour() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "79.10"));

    Map<Integer, Long> answers = transfers(partner, 64, i -> "payout " + i);

    assertThat(answers).isEqualTo(Map.of(201, 10L, 412, 54L));
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(10);
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void duplicatesHoldNoFundsOfOtherPayouts() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "79.10"));

    Map<Integer, Long> answers = transfers(partner, 60, i -> "payout " + i % 10);

    assertThat(answers).isEqualTo(Map.of(201, 10L, 409, 50L));
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void businessesSpendTheirOwnWalletsAlone() {
    Partner rich = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    Partner poor = partners.create(Map.of(CurrencyUnit.USD, "7.91"));

    List<HttpResponse<String>> answers =
        AtOnce.send(40, i -> AtOnce.post(i % 2 == 0 ? rich : poor, PATH, body("payout " + i)));

    assertThat(byStatus(answers)).isEqualTo(Map.of(201, 21L, 412, 19L));
    assertThat(rich.available("USD")).isEqualByComparingTo("841.8");
    assertThat(poor.available("USD")).isEqualByComparingTo("0");
  }

  private static Map<Integer, Long> transfers(
      Partner partner, int times, IntFunction<String> reference) {
    return byStatus(AtOnce.send(times, i -> AtOnce.post(partner, PATH, body(reference.apply(i)))));
  }

  private static String body(String reference) {
    return Json.of(transferOf(reference));
  }

  private static Map<Integer, Long> byStatus(List<HttpResponse<String>> answers) {
    return answers.stream().collect(groupingBy(HttpResponse::statusCode, counting()));
  }
}
