package org.mizani.figures;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Figures of payments that ended, and of those that did not. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PaymentFiguresApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject MeterRegistry registry;
  @Inject OpenPayments open;

  @ParameterizedTest
  @CsvSource({"+254712345678, success", "+254712345691, failure"})
  void aPayoutIsCountedOnceByWhereItWentAndHowItEnded(String phone, String outcome) {
    long before = payouts("mobile", outcome);
    Map<String, Object> body = transferOf("counted");
    body.put("receiverPhone", phone);
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    partner.transfer(body).created();

    assertThat(partner.finalStatus("counted")).isEqualTo("termination_" + outcome);
    eventually(() -> payouts("mobile", outcome), count -> count > before);
    assertThat(payouts("mobile", outcome)).isEqualTo(before + 1);
  }

  @Test
  void aPaymentToATillIsOneOfTills() {
    long before = payouts("till", "success");
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    partner.payment(paymentOf("till")).created();

    eventually(() -> payouts("till", "success"), isEqual(before + 1));
  }

  @Test
  void aCollectionIsCountedByItsCurrencyAndHowItEnded() {
    long before = count(collections());
    Partner partner = partners.createShop(Map.of());

    partner.collect(collectionOf("counted")).created();

    eventually(() -> count(collections()), isEqual(before + 1));
  }

  @Test
  void aPendingPayoutIsInEachAgeThatItHasReachedAndItsMoneyIsHeld() {
    refresh();
    double all = pending("0");
    double hours = pending("1h");
    double days = pending("1d");
    double held = held();
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = transferOf("pending");
    body.put("receiverPhone", "+254712345692");
    partner.transfer(body).created();
    rows.execute(
        "UPDATE payout_due SET created_at = now() - interval '2 hours' WHERE business_id = $1",
        partner.businessId());

    refresh();

    assertThat(pending("0")).isEqualTo(all + 1);
    assertThat(pending("1h")).isEqualTo(hours + 1);
    assertThat(pending("1d")).isEqualTo(days);
    assertThat(held() - held).isEqualTo(partner.holding("USD").doubleValue());
  }

  private void refresh() {
    open.read().await().atMost(Eventually.PATIENCE);
  }

  private double pending(String olderThan) {
    return gauge("payments.payout.pending", "older_than", olderThan);
  }

  private double held() {
    return gauge("payments.wallet.held", "currency", "USD");
  }

  private double gauge(String name, String label, String value) {
    Gauge found = registry.find(name).tag(label, value).gauge();
    return found == null ? 0 : found.value();
  }

  private long payouts(String channel, String outcome) {
    return count(
        registry
            .find("payments.payout.settled")
            .tags("country", "KE", "channel", channel, "rail", "simulator", "outcome", outcome)
            .timer());
  }

  private Timer collections() {
    return registry
        .find("payments.collection.settled")
        .tags("currency", "KES", "rail", "simulator", "outcome", "success")
        .timer();
  }

  private static long count(Timer timer) {
    return timer == null ? 0 : timer.count();
  }
}
