package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.URI;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.MobileOperators;
import org.mizani.rail.AmountRule;
import org.mizani.rail.CallbackGate;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRail.Probe;
import org.mizani.rail.ConnectedRail.Reply;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RailSettings;
import org.mizani.rail.RailType;
import org.mizani.rail.Served;
import org.mizani.rail.http.NetworkClients;
import org.mizani.rail.pawapay.signature.EcKeys;
import org.mizani.rail.pawapay.signature.HttpSigner;

/** Type {@code pawapay}: mobile money of Kenya, Tanzania and Uganda through one interface. */
@Singleton
public final class PawapayType implements RailType {

  /** Mobile money of these countries has no cents. */
  private static final Amounts WHOLE = new Amounts(Map.of());

  private static final URI PRODUCTION = URI.create("https://api.pawapay.io");
  private static final Set<Country> COUNTRIES = EnumSet.of(Country.KE, Country.TZ, Country.UG);
  private static final Set<Channel> CHANNELS = EnumSet.of(Channel.MOBILE);

  private final PawapaySettings settings;
  private final ObjectMapper json;
  private final MobileOperators operators;
  private final InstantSource clock;

  PawapayType(
      PawapaySettings settings, ObjectMapper json, MobileOperators operators, InstantSource clock) {
    this.settings = settings;
    this.json = json;
    this.operators = operators;
    this.clock = clock;
  }

  @Override
  public String type() {
    return "pawapay";
  }

  @Override
  public ConnectedRail connect(String name, RailSettings.Rail common) {
    PawapaySettings.Pawapay own = settings.rails().get(name);
    String token =
        own.token().secret(setting(name, "token")).orElseThrow(() -> missing(name, "token"));
    Set<Country> countries = Served.of(name, "countries", common.countries(), COUNTRIES);
    Served.of(name, "channels", common.channels(), CHANNELS);
    Provider.Codes codes = Provider.Codes.of(name, own.providerCodes().orElse(List.of()));
    AmountRule payouts = Served.payouts(name, common, AmountRule.WHOLE_UNITS);
    AmountRule deposited = Served.collections(name, common, AmountRule.WHOLE_UNITS);
    Optional<HttpSigner> signer = signer(name, own);
    PawapayApi api =
        NetworkClients.build(
            PawapayApi.class,
            common.url().orElse(PRODUCTION),
            common,
            new SigningFilter(token, signer));
    DepositAnswers deposits = new DepositAnswers(codes);
    PawapayClient client = new PawapayClient(name, api, json, operators, codes);
    return new ConnectedRail(
        name,
        common.priority(),
        common.url().orElse(PRODUCTION),
        Optional.of(new PawapayPayouts(name, countries, client, capabilities(payouts), WHOLE)),
        common.collects()
            ? Optional.of(
                new PawapayCollections(
                    name, countries, client, capabilities(deposited), WHOLE, deposits))
            : Optional.empty(),
        Optional.of(
            new PawapayCallbacks(
                new CallbackGate(name, common, List.of()),
                new PublicKeys(client, clock),
                common.callbackUrl().map(URI::getRawAuthority),
                deposits,
                json)),
        Optional.of(new PawapayFloat(client, countries)),
        List.of(
            new OpenNetworks(client, codes, countries, common.collects()),
            Probe.of(
                "signing", () -> Uni.createFrom().item(signing(name, signer.isPresent(), own)))));
  }

  private static RailCapabilities capabilities(AmountRule amounts) {
    return new RailCapabilities(
        true, Duration.ofMinutes(15), Duration.ofDays(1), Duration.ZERO, amounts);
  }

  private Optional<HttpSigner> signer(String name, PawapaySettings.Pawapay own) {
    return own.signingKey()
        .secret(setting(name, "signing-key"))
        .map(
            key ->
                new HttpSigner(
                    own.signingKeyId().orElseThrow(() -> missing(name, "signing-key-id")),
                    signingKey(name, key),
                    clock));
  }

  /**
   * A key that is none of P-256, or has no name, ends the start. Whether pawaPay has its public
   * half under that name, a payment alone tells.
   */
  private static Reply signing(String name, boolean signs, PawapaySettings.Pawapay own) {
    if (signs) {
      return Reply.ok(
          "requests are signed with a key of P-256 as %s: pawaPay's dashboard must have its public half by that name"
              .formatted(own.signingKeyId().orElseThrow()));
    }
    return own.signingKeyId().isPresent()
        ? Reply.wrong(
            "requests are not signed, though there is a signing-key-id: set payments.rail.%s.signing-key"
                .formatted(name))
        : Reply.ok("requests are not signed: pawaPay must not be set to demand it");
  }

  private static PrivateKey signingKey(String name, String pem) {
    try {
      return EcKeys.privateKey(pem);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "payments.rail." + name + ".signing-key: " + e.getMessage() + ".");
    }
  }

  private static String setting(String name, String setting) {
    return "payments.rail." + name + "." + setting;
  }

  private static ConfigurationException missing(String name, String setting) {
    return new ConfigurationException(setting(name, setting) + " is missing.");
  }
}
