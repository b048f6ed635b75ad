package org.mizani.payout;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Many payouts by one quote at the same moment: one of them is made. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class QuoteRaceApiTest {

  private static final int AT_ONCE = 64;
  private static final String TRANSFER = "/business/payout/transfer";

  /** Quotes with a payout that is not there, or is of other amounts. */
  private static final String WRONGLY_USED =
      """
      SELECT count(*) FROM fx_quote q
      WHERE q.payout_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM payout p
        WHERE p.id = q.payout_id AND p.business_id = q.business_id
          AND (p.sender_currency, p.sender_minor, p.fee_minor, p.receiver_currency,
               p.receiver_minor, p.fx_rate)
            = (q.sender_currency, q.sender_minor, q.fee_minor, q.receiver_currency,
               q.receiver_minor, q.fx_rate)
          AND p.created_at < q.expires_at)
      """;

  @Inject TestPartners partners;
  @Inject Rows rows;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
    assertThat(rows.count(WRONGLY_USED)).isZero();
  }

  @Test
  void sixtyFourPayoutsByOneQuoteMakeOne() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    String quote = partner.quoteId();

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE,
            i ->
                AtOnce.post(partner, TRANSFER, KeyedRequest.transfer("", payout(quote, i)).body()));

    assertThat(byCode(answers)).isEqualTo(Map.of("201", 1L, "409 quote_used", AT_ONCE - 1L));
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(partner.available("USD")).isEqualByComparingTo("992.09");
  }

  /** The first of the batch is a repeat by its reference: it must not waste the quote. */
  @Test
  void repeatsAmongThemDoNotWasteTheQuote() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    partner.transfer(transferOf("used")).created();
    String quote = partner.quoteId();

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE,
            i ->
                AtOnce.post(
                    partner,
                    TRANSFER,
                    KeyedRequest.transfer(
                            "", i % 2 == 0 ? by(quote, transferOf("used")) : payout(quote, i))
                        .body()));

    assertThat(byCode(answers))
        .isEqualTo(
            Map.of(
                "201", 1L, "409 reference_used", AT_ONCE / 2L, "409 quote_used", AT_ONCE / 2L - 1));
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
  }

  @Test
  void sixtyFourEqualRequestsHaveOneAnswer() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    KeyedRequest keyed = KeyedRequest.transfer("one", by(partner.quoteId(), transferOf("one")));

    List<HttpResponse<String>> answers = AtOnce.send(AT_ONCE, i -> keyed.at(partner));

    assertThat(byCode(answers)).isEqualTo(Map.of("201", (long) AT_ONCE));
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void eachOfManyQuotesPaysOncePerQuoteBesideOrdinaryPayouts() {
    Partner one = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    List<String> ofOne = IntStream.range(0, 8).mapToObj(i -> one.quoteId()).toList();
    List<String> ofOther = IntStream.range(0, 8).mapToObj(i -> other.quoteId()).toList();

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE,
            i -> {
              Partner partner = i % 2 == 0 ? one : other;
              List<String> quotes = i % 2 == 0 ? ofOne : ofOther;
              Map<String, Object> body =
                  i % 4 < 2 ? payout(quotes.get(i / 4 % 8), i) : transferOf("plain " + i);
              return AtOnce.post(partner, TRANSFER, KeyedRequest.transfer("", body).body());
            });

    assertThat(byCode(answers)).isEqualTo(Map.of("201", 48L, "409 quote_used", 16L));
    assertThat(rows.payoutsOf(one.businessId())).isEqualTo(24);
    assertThat(rows.payoutsOf(other.businessId())).isEqualTo(24);
  }

  private static Map<String, Object> payout(String quote, int number) {
    return by(quote, transferOf("payout " + number));
  }

  private static Map<String, Long> byCode(List<HttpResponse<String>> answers) {
    return answers.stream()
        .map(
            answer ->
                answer.headers().firstValue("X-Error-Code").stream()
                    .reduce(Integer.toString(answer.statusCode()), (all, code) -> all + " " + code))
        .collect(groupingBy(code -> code, counting()));
  }
}
