package org.mizani.launch.sandbox;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.mizani.business.SignatureScheme;
import org.mizani.money.CurrencyUnit;

/** Settings {@code payments.sandbox.*} of the demo business. */
@ConfigMapping(prefix = "payments.sandbox")
public interface DemoConfig {

  /** Its name. */
  @WithDefault("Demo Partner")
  String businessName();

  /** Its API key. */
  @WithDefault("pk_test_demo")
  String apiKey();

  /** Its API secret, which is public. */
  @WithDefault("sk_test_demo")
  String apiSecret();

  /** The secret of its Standard Webhooks signatures, which is public. */
  @WithDefault("whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=")
  String webhookSecret();

  /** The default URL of its payout webhooks. */
  Optional<String> callbackUrl();

  /** The default URL of its collection webhooks. */
  Optional<String> collectionCallbackUrl();

  /** {@code digest} or {@code legacy}, which adds the header X-Service-Signature. */
  @WithDefault("digest")
  SignatureScheme signatureScheme();

  /** The top-ups of its payout wallets, in major units. */
  Map<CurrencyUnit, BigDecimal> payoutWallets();

  /** One US dollar in Kenyan shillings. */
  @WithDefault("129")
  BigDecimal usdToKes();
}
