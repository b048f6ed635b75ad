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
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Figures of payments that ended, and of those that did not, among payments of other tests. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PaymentFiguresApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject MeterRegistry registry;
  @Inject OpenPayments open;

  @ParameterizedTest
  @CsvSource({"+254712345678, success", "+254712345691, failure"})
  void aPayoutIsCountedByWhereItWentAndHowItEnded(String phone, String outcome) {
    long before = payouts("mobile", outcome);
    Map<String, Object> body = transferOf("counted");
    body.put("receiverPhone", phone);
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    partner.transfer(body).created();

    assertThat(partner.finalStatus("counted")).isEqualTo("termination_" + outcome);
    eventually(() -> payouts("mobile", outcome), count -> count > before);
  }

  @Test
  void aPaymentToATillIsOneOfTills() {
    long before = payouts("till", "success");
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    partner.payment(paymentOf("till")).created();

    eventually(() -> payouts("till", "success"), count -> count > before);
  }

  @Test
  void aCollectionIsCountedByItsCurrencyAndHowItEnded() {
    long before = count(collections());
    Partner partner = partners.createShop(Map.of());

    partner.collect(collectionOf("counted")).created();

    eventually(() -> count(collections()), count -> count > before);
  }

  /** Payouts of other tests end meanwhile, so it is read again until both say the same. */
  @Test
  void aPendingPayoutIsInEachAgeThatItHasReachedAndItsMoneyIsHeld() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = transferOf("pending");
    body.put("receiverPhone", "+254712345692");
    partner.transfer(body).created();
    rows.execute(
        "UPDATE payout_due SET created_at = now() - interval '2 hours' WHERE business_id = $1",
        partner.businessId());

    eventually(() -> refreshed(() -> pending("0") - older("0 s")), isEqual(0L));
    eventually(() -> refreshed(() -> pending("1m") - older("1 min")), isEqual(0L));
    eventually(() -> refreshed(() -> pending("1h") - older("1 h")), isEqual(0L));
    eventually(() -> refreshed(() -> pending("1d") - older("1 day")), isEqual(0L));
    assertThat(pending("0")).isPositive();
    assertThat(pending("1h")).isPositive();
    eventually(() -> refreshed(() -> held() - heldCents()), isEqual(0L));
    assertThat(held()).isPositive();
  }

  private long refreshed(LongSupplier figure) {
    open.read().await().atMost(Eventually.PATIENCE);
    return figure.getAsLong();
  }

  private long older(String age) {
    return rows.count(
        "SELECT count(*) FROM payout_due WHERE created_at < now() - $1::text::interval", age);
  }

  /** In cents, as {@link #held()}. */
  private long heldCents() {
    return rows.count(
        "SELECT sum(holding_minor)::bigint FROM wallet WHERE purpose = 'payout' AND currency = 'USD'");
  }

  private long pending(String olderThan) {
    return Math.round(gauge("payments.payout.pending", "older_than", olderThan));
  }

  private long held() {
    return Math.round(100 * gauge("payments.wallet.held", "currency", "USD"));
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
