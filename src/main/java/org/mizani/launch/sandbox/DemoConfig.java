package org.mizani.launch.sandbox;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.mizani.business.SignatureScheme;
import org.mizani.money.CurrencyUnit;

/** Settings {@code payments.sandbox.*}: the demo business of the embedded sandbox. */
@ConfigMapping(prefix = "payments.sandbox")
public interface DemoConfig {

  /** Its name. */
  @WithDefault("Demo Partner")
  String businessName();

  /** Its API key. */
  @WithDefault("pk_test_demo")
  String apiKey();

  /** Its API secret, known to everybody. */
  @WithDefault("sk_test_demo")
  String apiSecret();

  /** The secret of its webhooks' Standard Webhooks signatures, known to everybody. */
  @WithDefault("whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=")
  String webhookSecret();

  /** Where its payout webhooks go by default. */
  Optional<String> callbackUrl();

  /** Where its collection webhooks go by default. */
  Optional<String> collectionCallbackUrl();

  /** {@code digest} or {@code legacy}, which adds the header X-Service-Signature. */
  @WithDefault("digest")
  SignatureScheme signatureScheme();

  /** What its payout wallets are topped up with, in major units. */
  Map<CurrencyUnit, BigDecimal> payoutWallets();

  /** One US dollar in Kenyan shillings. */
  @WithDefault("129")
  BigDecimal usdToKes();
}
