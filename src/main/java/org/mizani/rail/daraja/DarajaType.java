package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.AmountRule;
import org.mizani.rail.CallbackGate;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RailSettings;
import org.mizani.rail.RailType;
import org.mizani.rail.SecretSetting;
import org.mizani.rail.Served;
import org.mizani.rail.daraja.DarajaClient.Waits;
import org.mizani.rail.daraja.DarajaPayouts.Payer;
import org.mizani.rail.http.NetworkClients;
import org.mizani.rail.token.TokenApplication;
import org.mizani.rail.token.TokenStore;

/** Type {@code daraja}: M-PESA in Kenya. */
@Singleton
public final class DarajaType implements RailType {

  private static final URI PRODUCTION = URI.create("https://api.safaricom.co.ke");
  private static final Set<Channel> CHANNELS =
      EnumSet.of(Channel.MOBILE, Channel.TILL, Channel.PAYBILL);
  private static final Duration DAY = Duration.ofDays(1);

  /** A call has ten seconds as a rule, and one that ends by then without a token was not made. */
  private static final Duration LONGEST_TOKEN_WAIT = Duration.ofSeconds(4);

  private static final Duration SHORTEST_TOKEN_WAIT = Duration.ofMillis(100);

  /** From which a payment that nothing was heard of is submitted again under its reference. */
  private static final Duration UNHEARD_OF = Duration.ofMinutes(15);

  private static final BigDecimal MOST = new BigDecimal("250000");

  private final DarajaSettings settings;
  private final ObjectMapper json;
  private final CallbackUrls urls;
  private final TokenStore tokens;
  private final InstantSource clock;

  DarajaType(
      DarajaSettings settings,
      ObjectMapper json,
      CallbackUrls urls,
      TokenStore tokens,
      InstantSource clock) {
    this.settings = settings;
    this.json = json;
    this.urls = urls;
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public String type() {
    return "daraja";
  }

  @Override
  public ConnectedRail connect(String name, RailSettings.Rail common) {
    DarajaSettings.Daraja own = settings.rails().get(name);
    Served.of(name, "countries", common.countries(), EnumSet.of(Country.KE));
    Set<Channel> channels = Served.of(name, "channels", common.channels(), CHANNELS);
    Waits waits = new Waits(own.slowDown(), tokenWait(name, own));
    Optional<Payer> payer = own.initiator().map(initiator -> payer(name, initiator, own));
    DarajaAddresses addresses =
        new DarajaAddresses(
            name,
            common.callbackUrl().orElseThrow(() -> missing(name, "callback-url")),
            secret(name, "callback-secret", common.callbackSecret()),
            urls);
    DarajaClient client = client(name, common, own, waits);
    Optional<DarajaCollections> collections =
        common.collects()
            ? own.passkey()
                .secret(setting(name, "passkey"))
                .map(key -> collections(name, common, own, key, client, addresses))
            : Optional.empty();
    return new ConnectedRail(
        name,
        common.priority(),
        common.url().orElse(PRODUCTION),
        payer.map(us -> payouts(name, common, own, us, client, addresses)),
        collections.map(CollectionRail.class::cast),
        Optional.of(
            new DarajaCallbacks(
                new CallbackGate(name, common, CallbackAddresses.SOURCES), accounts(channels))),
        payer.map(us -> new DarajaFloat(client, addresses, us)),
        Stream.concat(
                Stream.of(client.tokenProbe()),
                collections.map(DarajaCollections::passkeyProbe).stream())
            .toList());
  }

  private DarajaClient client(
      String name, RailSettings.Rail common, DarajaSettings.Daraja own, Waits waits) {
    URI url = common.url().orElse(PRODUCTION);
    return new DarajaClient(
        name,
        NetworkClients.build(DarajaApi.class, url, common),
        json,
        new TokenApplication(
            url,
            secret(name, "consumer-key", own.consumerKey()),
            secret(name, "consumer-secret", own.consumerSecret())),
        waits,
        tokens,
        clock);
  }

  private static Duration tokenWait(String name, DarajaSettings.Daraja own) {
    Duration wait = own.tokenWait();
    if (wait.compareTo(SHORTEST_TOKEN_WAIT) < 0 || wait.compareTo(LONGEST_TOKEN_WAIT) > 0) {
      throw new ConfigurationException(
          setting(name, "token-wait") + " must be from 0.1 to 4 seconds.");
    }
    return wait;
  }

  private static PayoutRail payouts(
      String name,
      RailSettings.Rail common,
      DarajaSettings.Daraja own,
      Payer payer,
      DarajaClient client,
      DarajaAddresses addresses) {
    AmountRule phones =
        Served.payouts(name, common, AmountRule.wholeUnits(CurrencyUnit.KES, BigDecimal.TEN, MOST));
    AmountRule tills = Served.payouts(name, common, AmountRule.WHOLE_UNITS);
    return new DarajaPayouts(
        name,
        common.channels().orElse(CHANNELS),
        client,
        addresses,
        payer,
        new RailCapabilities(true, UNHEARD_OF, DAY, own.askAfter(), phones),
        new RailCapabilities(false, DAY, DAY, own.askAfter(), tills),
        own.names() ? Optional.of(new DarajaNames(client)) : Optional.empty());
  }

  private static Payer payer(String name, String initiator, DarajaSettings.Daraja own) {
    String password = secret(name, "initiator-password", own.initiatorPassword());
    return new Payer(
        shortcode(name, own),
        initiator,
        credential(name, password, own),
        own.command(),
        own.tillIdentifierType());
  }

  /** Customers are paid from one account, tills and paybills from another. */
  static Set<String> accounts(Set<Channel> channels) {
    Set<String> accounts = new HashSet<>();
    if (channels.contains(Channel.MOBILE)) {
      accounts.add(AccountBalances.UTILITY);
    }
    if (channels.contains(Channel.TILL) || channels.contains(Channel.PAYBILL)) {
      accounts.add(AccountBalances.WORKING);
    }
    return accounts;
  }

  /** The password is encrypted once, and not for each request: RSA takes its time. */
  private static String credential(String name, String password, DarajaSettings.Daraja own) {
    String certificate = secret(name, "certificate", own.certificate());
    try {
      return SecurityCredential.forCertificate(certificate.getBytes(StandardCharsets.US_ASCII))
          .encrypt(password);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("payments.rail." + name + ": " + e.getMessage() + ".");
    }
  }

  private DarajaCollections collections(
      String name,
      RailSettings.Rail common,
      DarajaSettings.Daraja own,
      String passkey,
      DarajaClient client,
      DarajaAddresses addresses) {
    String shortCode = own.collectionShortcode().orElseGet(() -> shortcode(name, own));
    DarajaCollections.Till till =
        new DarajaCollections.Till(
            shortCode,
            own.till().orElse(shortCode),
            own.till().isPresent() ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
            passkey);
    AmountRule amounts =
        Served.collections(
            name, common, AmountRule.wholeUnits(CurrencyUnit.KES, BigDecimal.ONE, MOST));
    return new DarajaCollections(
        name,
        client,
        addresses,
        till,
        new RailCapabilities(false, UNHEARD_OF, DAY, own.askPromptAfter(), amounts),
        clock);
  }

  private static String shortcode(String name, DarajaSettings.Daraja own) {
    return own.shortcode().orElseThrow(() -> missing(name, "shortcode"));
  }

  private static String secret(String name, String setting, SecretSetting secret) {
    return secret.secret(setting(name, setting)).orElseThrow(() -> missing(name, setting));
  }

  private static String setting(String name, String setting) {
    return "payments.rail." + name + "." + setting;
  }

  private static ConfigurationException missing(String name, String setting) {
    return new ConfigurationException(setting(name, setting) + " is missing.");
  }
}
