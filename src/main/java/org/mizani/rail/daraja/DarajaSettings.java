package org.mizani.rail.daraja;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.mizani.rail.SecretSetting;

/** Settings {@code payments.rail.<name>.*} of rails of the type {@code daraja}. */
@ConfigMapping(prefix = "payments.rail")
interface DarajaSettings {

  /** By the rail's name. */
  @WithParentName
  Map<String, Daraja> rails();

  /** Settings of one rail. */
  interface Daraja {

    /** Name of the application at the network. */
    SecretSetting consumerKey();

    /** Secret of the application. */
    SecretSetting consumerSecret();

    /** Our short code, which pays. */
    Optional<String> shortcode();

    /** Short code that prompts, where it is another one. */
    Optional<String> collectionShortcode();

    /** Till that prompts collect for; without it they collect for the short code, a paybill. */
    Optional<String> till();

    /** Passkey of prompts. Without it the rail does not collect. */
    SecretSetting passkey();

    /** Name of the user who pays. Without it the rail does not pay. */
    Optional<String> initiator();

    /** Password of that user. */
    SecretSetting initiatorPassword();

    /** Day on which that password was set, {@code 2026-11-28}. Without it its age is unknown. */
    Optional<LocalDate> initiatorPasswordChangedOn();

    /** The network's certificate, PEM, which encrypts that password. */
    SecretSetting certificate();

    /** Kind of payments to customers. */
    @WithDefault("BusinessPayment")
    String command();

    /** How the network is told that a receiver is a till: {@code 2}, or {@code 4} in places. */
    @WithDefault("2")
    String tillIdentifierType();

    /** Whether the network names tills and paybills, which is a product to be ordered. */
    @WithDefault("false")
    boolean names();

    /** Time after a payment before which the network is not asked about it. */
    @WithDefault("60s")
    Duration askAfter();

    /** Time after a prompt before which the network is not asked about it. */
    @WithDefault("20s")
    Duration askPromptAfter();

    /** Time to wait where the network takes nothing, because of a limit or of the token. */
    @WithDefault("30s")
    Duration slowDown();

    /** Longest wait for an access token; a call that has none by then is not made. */
    @WithDefault("3s")
    Duration tokenWait();
  }
}
