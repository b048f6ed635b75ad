package org.mizani.launch.sandbox;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.mizani.business.ApiKeys;
import org.mizani.business.Business;
import org.mizani.business.BusinessProfile;
import org.mizani.business.BusinessRepository;
import org.mizani.fx.Rates;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.LedgerMovements;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.WebhookSecrets;

/**
 * Demo business of the sandbox: its first start registers it, with its key, wallets and rate. Never
 * on a configured database.
 */
@Singleton
public class DemoBusiness {

  /**
   * The system property that the start of a sandbox sets. It is no setting: a key whose secret is
   * public must not get into a real database by a forgotten variable.
   */
  public static final String SWITCH = "org.mizani.sandbox";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<CurrencyUnit> COLLECTION_WALLETS =
      List.of(CurrencyUnit.KES, CurrencyUnit.TZS, CurrencyUnit.UGX);

  private final DemoConfig config;
  private final BusinessRepository businesses;
  private final ApiKeys keys;
  private final Ledger ledger;
  private final LedgerMovements movements;
  private final Rates rates;
  private final WebhookSecrets webhookSecrets;

  DemoBusiness(
      DemoConfig config,
      BusinessRepository businesses,
      ApiKeys keys,
      Ledger ledger,
      LedgerMovements movements,
      Rates rates,
      WebhookSecrets webhookSecrets) {
    this.config = config;
    this.businesses = businesses;
    this.keys = keys;
    this.ledger = ledger;
    this.movements = movements;
    this.rates = rates;
    this.webhookSecrets = webhookSecrets;
  }

  void register(@Observes StartupEvent event) {
    if (Boolean.getBoolean(SWITCH) && !keys.exists(config.apiKey()).await().atMost(PATIENCE)) {
      registerAll().await().atMost(PATIENCE);
    }
  }

  /** The key comes last, so that the start after an interrupted one registers it again. */
  private Uni<Void> registerAll() {
    return businesses
        .enter(profile())
        .map(Business::id)
        .call(this::openPayoutWallets)
        .call(this::openCollectionWallets)
        .call(id -> webhookSecrets.add(id, WebhookSecret.parse(config.webhookSecret())))
        .call(() -> rates.enter(CurrencyUnit.USD, CurrencyUnit.KES, config.usdToKes()))
        .chain(id -> keys.add(id, config.apiKey(), config.apiSecret()));
  }

  private BusinessProfile profile() {
    return BusinessProfile.named(config.businessName())
        .withCollections()
        .withCallbackUrls(config.callbackUrl(), config.collectionCallbackUrl())
        .withSignatureScheme(config.signatureScheme());
  }

  private Uni<Void> openPayoutWallets(long businessId) {
    return inTurn(
        config.payoutWallets().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList(),
        funding -> fund(businessId, funding.getKey(), funding.getValue()));
  }

  private Uni<Void> fund(long businessId, CurrencyUnit currency, BigDecimal major) {
    Money amount = Money.exactly(currency, major);
    String reference = "opening balance " + businessId + " " + currency;
    return ledger
        .openWallet(businessId, WalletPurpose.PAYOUT, currency)
        .call(() -> movements.topUp(businessId, WalletPurpose.PAYOUT, amount, reference));
  }

  private Uni<Void> openCollectionWallets(long businessId) {
    return inTurn(
        COLLECTION_WALLETS,
        currency -> ledger.openWallet(businessId, WalletPurpose.COLLECTION, currency));
  }

  private static <T> Uni<Void> inTurn(List<T> items, Function<T, Uni<Void>> action) {
    return Multi.createFrom()
        .iterable(items)
        .onItem()
        .transformToUniAndConcatenate(item -> action.apply(item).replaceWith(true))
        .collect()
        .last()
        .replaceWithVoid();
  }
}
