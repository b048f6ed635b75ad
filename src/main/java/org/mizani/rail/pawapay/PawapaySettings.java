package org.mizani.rail.pawapay;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
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

    /** The API token. */
    SecretSetting token();

    /** Private key that signs requests: EC P-256 in PKCS#8, PEM. Without it they are not signed. */
    SecretSetting signingKey();

    /** Name under which the network knows the key. */
    Optional<String> signingKeyId();
  }
}
