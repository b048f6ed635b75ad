package org.mizani.console.business;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mizani.apikey.ApiKeyAnswer;
import org.mizani.console.Fact;
import org.mizani.console.Shown;
import org.mizani.operator.business.BusinessAnswer;
import org.mizani.operator.business.OperatorApiKey;
import org.mizani.operator.wallet.WalletResource.WalletAnswer;
import org.mizani.operator.wallet.WalletResource.Wallets;
import org.mizani.operator.webhook.WebhookEndpointResource.WebhookEndpoints;
import org.mizani.paging.ListAnswer;
import org.mizani.webhook.endpoint.ListedEndpoint;

/**
 * Business as its page shows it.
 *
 * @param moreKeys whether it has older keys that the page leaves out
 */
public record BusinessDetails(
    String id,
    String name,
    boolean suspended,
    List<Fact> facts,
    List<Wallet> wallets,
    List<Key> keys,
    boolean moreKeys,
    List<Receiver> receivers) {

  private static final String NONE = "none";

  /** Wallet with its balances. */
  public record Wallet(
      String currency, String purpose, String available, String holding, String pending) {

    private static Wallet of(WalletAnswer wallet) {
      return new Wallet(
          wallet.currency(),
          wallet.purpose(),
          Shown.money(wallet.available(), wallet.currency()),
          Shown.money(wallet.holding(), wallet.currency()),
          Shown.money(wallet.pending(), wallet.currency()));
    }
  }

  /** API key with its terms. */
  public record Key(
      String key,
      String name,
      String scopes,
      String networks,
      String expiresAt,
      String lastUsedAt,
      String revokedAt) {

    private static Key of(OperatorApiKey listed) {
      ApiKeyAnswer key = listed.key();
      return new Key(
          key.apiKey(),
          Shown.text(key.name()),
          joined(key.scopes(), NONE),
          joined(key.allowedNetworks(), "any"),
          Shown.time(key.expiresAt()),
          Shown.time(key.lastUsedAt()),
          Shown.time(key.revokedAt()));
    }
  }

  /** Endpoint of its webhooks. */
  public record Receiver(String host, String kinds, String status, String createdAt) {

    private static Receiver of(ListedEndpoint endpoint) {
      return new Receiver(
          endpoint.host(),
          joined(endpoint.kinds(), "all"),
          endpoint.status(),
          Shown.time(endpoint.createdAt()));
    }
  }

  static BusinessDetails of(
      BusinessAnswer business,
      Wallets wallets,
      ListAnswer<OperatorApiKey> keys,
      WebhookEndpoints endpoints) {
    return new BusinessDetails(
        business.businessId(),
        business.name(),
        business.suspended(),
        facts(business),
        wallets.items().stream().map(Wallet::of).toList(),
        keys.items().stream().map(Key::of).toList(),
        keys.nextCursor() != null,
        endpoints.items().stream().map(Receiver::of).toList());
  }

  private static List<Fact> facts(BusinessAnswer business) {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("Collections", business.collectionsEnabled() ? "enabled" : "not enabled"));
    facts.add(Fact.of("Fee rate", plain(business.feeRate())));
    facts.add(Fact.of("Least fees", amounts(business.leastFees())));
    facts.add(Fact.of("Largest payouts", amounts(business.largestPayouts())));
    facts.add(Fact.of("Payouts a day", numbers(business.dailyPayouts())));
    facts.add(Fact.of("Payouts an hour", plain(business.payoutsPerHour())));
    facts.add(Fact.of("Prompts an hour of a phone", plain(business.promptsPerPhone())));
    facts.add(Fact.of("Look-ups an hour of a phone", plain(business.lookUpsPerPhone())));
    facts.add(Fact.of("Webhooks of payouts", business.callbackUrl()));
    facts.add(Fact.of("Webhooks of collections", business.collectionCallbackUrl()));
    facts.add(Fact.of("Signatures", business.signatureScheme()));
    facts.add(Fact.time("Registered", business.createdAt()));
    facts.add(Fact.time("Changed", business.updatedAt()));
    return facts.stream().filter(Fact::known).toList();
  }

  private static String plain(BigDecimal number) {
    return number == null ? "" : number.toPlainString();
  }

  /** Amounts by currency. */
  private static String amounts(Map<String, BigDecimal> byCurrency) {
    return byCurrency == null
        ? ""
        : byCurrency.entrySet().stream()
            .map(one -> Shown.money(one.getValue(), one.getKey()))
            .collect(joining(", "));
  }

  /** Sums by country, in its currency. */
  private static String numbers(Map<String, BigDecimal> byCountry) {
    return byCountry == null
        ? ""
        : byCountry.entrySet().stream()
            .map(one -> one.getKey() + " " + Shown.amount(one.getValue()))
            .collect(joining(", "));
  }

  private static String joined(List<String> values, String none) {
    return values == null || values.isEmpty() ? none : String.join(", ", values);
  }
}
