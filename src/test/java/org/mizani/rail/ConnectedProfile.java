package org.mizani.rail;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.support.FreePort;
import org.mizani.support.TestKeys;

/**
 * Service that pays and collects through {@link StandIns}: {@code kenya} is Daraja, and {@code
 * momo} is pawaPay in Tanzania and Uganda.
 */
public final class ConnectedProfile implements QuarkusTestProfile {

  /** Secret part of the paths at which networks call back. */
  public static final String SECRET = "where-the-network-calls-back";

  /** Bearer token for pawaPay. */
  public static final String TOKEN = "the-token";

  /**
   * Time-out of calls to networks, which some tests wait for. It is longer than usual stalls of the
   * machine, as a till's acknowledgement after the time-out is lost.
   */
  private static final String TIMEOUT = "9s";

  /** Setting of a proxy that connectors are not to use. */
  public static final String PROXY = "quarkus.rest-client.proxy-address";

  static final String KEY_ID = "our-key";
  static final String PUBLIC_KEY = "test.public-key";

  @Override
  public Map<String, String> getConfigOverrides() {
    KeyPair keys = TestKeys.p256();
    int port = FreePort.number();
    String pawapay = "http://127.0.0.1:" + FreePort.number();
    Map<String, String> settings = new HashMap<>();
    settings.put("quarkus.http.test-port", Integer.toString(port));
    settings.put(PUBLIC_KEY, TestKeys.pem(keys.getPublic()));
    rail(settings, "momo", pawapay(pawapay, keys));
    settings.put("payments.rail.momo.countries", "TZ,UG");
    settings.put("payments.rail.momo.float-below.TZS", "5000");
    settings.put("payments.rail.momo.payout-most.TZS", "3000000");
    settings.put("payments.rail.momo.collection-least.UGX", "600");
    settings.put("payments.rail.momo.calls-per-second", "200");
    rail(settings, "kenya", daraja(port));
    // Nothing listens there: a connector that used it would reach no network.
    settings.put(PROXY, "127.0.0.1:" + FreePort.number());
    settings.put("payments.rail.breaker.off", "momo,kenya,simulator");
    settings.put("payments.rail.pacing.look-every", "1s");
    settings.put("payments.rail.pacing.put-off", "300ms");
    settings.put("payments.payout.submission-put-off", "300ms");
    settings.put("payments.payout.settlement.poll-after", "100ms");
    settings.put("payments.collection.settlement.poll-after", "100ms");
    // Tests read the balances themselves, not by ticks.
    settings.put("payments.rail-float.tick", "1h");
    settings.put("payments.rail-float.every", "1ms");
    return settings;
  }

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(StandIns.class);
  }

  /** Returns the settings of a rail to pawaPay, by their names below the rail's own. */
  static Map<String, String> pawapay(String url, KeyPair keys) {
    return Map.of(
        "type", "pawapay",
        "url", url,
        "token", TOKEN,
        "signing-key", TestKeys.pem(keys.getPrivate()),
        "signing-key-id", KEY_ID,
        "callback-secret", SECRET,
        "timeout", TIMEOUT);
  }

  /** Returns the settings of a rail to Daraja likewise, which calls back at this port. */
  static Map<String, String> daraja(int port) {
    return Map.ofEntries(
        Map.entry("type", "daraja"),
        Map.entry("url", "http://127.0.0.1:" + FreePort.number()),
        Map.entry("consumer-key", DarajaStandIn.CONSUMER_KEY),
        Map.entry("consumer-secret", DarajaStandIn.CONSUMER_SECRET),
        Map.entry("shortcode", "600981"),
        Map.entry("passkey", DarajaStandIn.PASSKEY),
        Map.entry("initiator", DarajaStandIn.INITIATOR),
        Map.entry("initiator-password", DarajaStandIn.INITIATOR_PASSWORD),
        Map.entry("certificate", certificate()),
        Map.entry("names", "true"),
        Map.entry("callback-url", "http://localhost:" + port),
        Map.entry("callback-secret", SECRET),
        Map.entry("callback-sources", "127.0.0.1,::1"),
        Map.entry("ask-after", "200ms"),
        Map.entry("ask-prompt-after", "200ms"),
        Map.entry("slow-down", "300ms"),
        Map.entry("timeout", TIMEOUT),
        // As long as may be, for a machine that stalls.
        Map.entry("token-wait", "4s"));
  }

  /** Returns Daraja's certificate in PEM. */
  static String certificate() {
    return new String(new DarajaStandIn().certificate(), StandardCharsets.US_ASCII);
  }

  /** Adds the settings of one rail to those of the service. */
  static void rail(Map<String, String> settings, String rail, Map<String, String> own) {
    own.forEach((name, value) -> settings.put("payments.rail." + rail + "." + name, value));
  }
}
