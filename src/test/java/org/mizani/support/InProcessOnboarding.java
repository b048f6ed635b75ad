package org.mizani.support;

import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.UUID;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessProfile;
import org.mizani.business.BusinessRepository;
import org.mizani.fx.Rates;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.LedgerMovements;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Onboarding by the beans of the service, for tests that run in its process. */
@Singleton
class InProcessOnboarding implements Onboarding {

  private final BusinessRepository businesses;
  private final ApiKeys keys;
  private final Ledger ledger;
  private final LedgerMovements movements;
  private final Rates rates;

  InProcessOnboarding(
      BusinessRepository businesses,
      ApiKeys keys,
      Ledger ledger,
      LedgerMovements movements,
      Rates rates) {
    this.businesses = businesses;
    this.keys = keys;
    this.ledger = ledger;
    this.movements = movements;
    this.rates = rates;
  }

  @Override
  public long register(BusinessProfile profile) {
    return await(businesses.enter(profile)).id();
  }

  @Override
  public Credential addKey(long businessId) {
    Credential credential =
        new Credential("pk_test_" + UUID.randomUUID(), "sk_test_" + UUID.randomUUID());
    await(keys.add(businessId, credential.key(), credential.secret()));
    return credential;
  }

  @Override
  public void fund(long businessId, CurrencyUnit currency, String major) {
    await(ledger.openWallet(businessId, WalletPurpose.PAYOUT, currency));
    Money amount = Money.exactly(currency, new BigDecimal(major));
    if (amount.minor() > 0) {
      String reference = UUID.randomUUID().toString();
      await(movements.topUp(businessId, WalletPurpose.PAYOUT, amount, reference)).requireMoved();
    }
  }

  @Override
  public void enterDollarRate(String shillings) {
    await(rates.enter(CurrencyUnit.USD, CurrencyUnit.KES, new BigDecimal(shillings)));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
