package org.mizani.rail;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.support.FreePort;
import org.mizani.support.TestKeys;

/**
 * Service without scheduled jobs, which polls a payment once an hour or two, or at once after a
 * callback of its network. Rail {@code post} serves phones in Kenya. The other rails lead to {@link
 * StandIns}, some of them with faulty settings.
 */
public final class HaltedRailsProfile implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    int port = FreePort.number();
    String here = "http://localhost:" + port;
    String network = "http://127.0.0.1:" + FreePort.number();
    Map<String, String> settings = new HashMap<>();
    settings.put("quarkus.scheduler.start-mode", "halted");
    settings.put("payments.payout.submission-known-for", "24h");
    settings.put("tests.ticks", "true");
    settings.put("quarkus.http.test-port", Integer.toString(port));
    settings.put("quarkus.http.proxy.proxy-address-forwarding", "true");
    settings.put("payments.rail.breaker.delay", "2s");
    settings.put("payments.rail-callback.per-second", "50");
    settings.put("payments.rail-callback.read-within", "500ms");
    settings.put("payments.payout.settlement.poll-after", "1h");
    settings.put("payments.collection.settlement.poll-after", "1h");
    settings.put("payments.rail.post.type", "post");
    settings.put("payments.rail.post.priority", "1");
    settings.put("payments.rail.post.poll-after", "90m,2h");
    settings.put("payments.rail.post.callback-url", "http://localhost/");
    pawapay(settings, "momo", network, here);
    settings.put("payments.rail.momo.callback-sources", "192.0.2.0/24");
    pawapay(settings, "stranger", network, here);
    settings.put("payments.rail.stranger.token", "the-wrong-token");
    settings.put("payments.rail.stranger.signing-key-id", "our-key");
    pawapay(settings, "away", "http://127.0.0.1:" + FreePort.number(), here);
    settings.put("payments.rail.away.signing-key", TestKeys.pem(TestKeys.p256().getPrivate()));
    settings.put("payments.rail.away.signing-key-id", "our-key");
    pawapay(settings, "open", "http://pawapay.example", "http://hooks.example");
    pawapay(settings, "elsewhere", network, network);
    pawapay(settings, "unset", network, here);
    settings.remove("payments.rail.unset.callback-url");
    pawapay(settings, "secretless", network, here);
    settings.remove("payments.rail.secretless.callback-secret");
    String kenya = "http://127.0.0.1:" + FreePort.number();
    daraja(settings, "kenya", kenya, here);
    settings.put("payments.rail.kenya.priority", "2");
    daraja(settings, "prompts", kenya, here);
    settings.remove("payments.rail.prompts.initiator");
    settings.put("payments.rail.prompts.passkey", DarajaStandIn.PASSKEY);
    daraja(settings, "mistaken", kenya, here);
    settings.remove("payments.rail.mistaken.initiator");
    settings.put("payments.rail.mistaken.priority", "900");
    settings.put("payments.rail.mistaken.passkey", "the-wrong-passkey");
    daraja(settings, "impostor", kenya, here);
    settings.put("payments.rail.impostor.consumer-secret", "the-wrong-secret");
    return settings;
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(StandIns.class);
  }

  private static void pawapay(
      Map<String, String> settings, String rail, String url, String callbackUrl) {
    ConnectedProfile.rail(
        settings,
        rail,
        Map.of(
            "type",
            "pawapay",
            "url",
            url,
            "token",
            ConnectedProfile.TOKEN,
            "callback-url",
            callbackUrl,
            "callback-secret",
            ConnectedProfile.SECRET));
  }

  private static void daraja(
      Map<String, String> settings, String rail, String url, String callbackUrl) {
    ConnectedProfile.rail(
        settings,
        rail,
        Map.ofEntries(
            Map.entry("type", "daraja"),
            Map.entry("url", url),
            Map.entry("consumer-key", DarajaStandIn.CONSUMER_KEY),
            Map.entry("consumer-secret", DarajaStandIn.CONSUMER_SECRET),
            Map.entry("shortcode", "600981"),
            Map.entry("initiator", DarajaStandIn.INITIATOR),
            Map.entry("initiator-password", DarajaStandIn.INITIATOR_PASSWORD),
            Map.entry("certificate", ConnectedProfile.certificate()),
            // As long as may be, for a machine that stalls.
            Map.entry("token-wait", "4s"),
            Map.entry("callback-url", callbackUrl),
            Map.entry("callback-secret", ConnectedProfile.SECRET)));
  }
}
