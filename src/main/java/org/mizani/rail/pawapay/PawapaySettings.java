package org.mizani.rail.pawapay;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.rail.SecretSetting;

/** Settings {@code payments.rail.<name>.*} of rails of the type {@code pawapay}. */
@ConfigMapping(prefix = "payments.rail")
interface PawapaySettings {

  /** By the rail's name. */
  @WithParentName
  Map<String, Pawapay> rails();

  /** Settings of one rail. */
  interface Pawapay {

    /**
     * Codes of networks that differ from the usual ones, such as {@code
     * AIRTEL_KEN=AIRTEL_OAPI_KEN}.
     */
    Optional<List<String>> providerCodes();

    /** The API token. */
    SecretSetting token();

    /** Private key that signs requests: EC P-256 in PEM. Without it they are not signed. */
    SecretSetting signingKey();

    /** Name under which the network knows the key. */
    Optional<String> signingKeyId();
  }
}
