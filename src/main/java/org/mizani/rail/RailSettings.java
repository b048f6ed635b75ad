package org.mizani.rail;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;

/**
 * Settings {@code payments.rail.<name>.*} of the rails that are connected by configuration: what
 * all types have in common.
 */
@ConfigMapping(prefix = "payments.rail")
public interface RailSettings {

  /** By the rail's name. Names without a type are groups of other settings. */
  @WithParentName
  Map<String, Rail> rails();

  /** Settings of one rail. */
  interface Rail {

    /** Type of the network, such as {@code daraja}. */
    Optional<String> type();

    /** Base of the network's interface, such as {@code https://network.example}. */
    Optional<URI> url();

    /** Countries that it serves; those of its type if it says nothing. */
    Optional<Set<Country>> countries();

    /** Channels that it serves; those of its type if it says nothing. */
    Optional<Set<Channel>> channels();

    /** Whether it collects from customers' phones too. */
    @WithDefault("true")
    boolean collects();

    /** Of several rails that serve a corridor the lowest is taken. */
    @WithDefault("100")
    int priority();

    /** Base of the address at which the network reaches this service. */
    Optional<URI> callbackUrl();

    /** Part of the path of callbacks that only the network knows, 16 characters or more. */
    SecretSetting callbackSecret();

    /** Addresses, or networks such as {@code 192.0.2.0/24}, that callbacks may come from. */
    Optional<List<String>> callbackSources();

    /** Balances held with the network below which an alarm is raised, in major units. */
    Map<CurrencyUnit, BigDecimal> floatBelow();

    /** The least that a payout moves, by currency, in major units; that of its type by default. */
    Map<CurrencyUnit, BigDecimal> payoutLeast();

    /** The most that a payout moves, by currency, in major units; that of its type by default. */
    Map<CurrencyUnit, BigDecimal> payoutMost();

    /** The least that is collected at once, likewise. */
    Map<CurrencyUnit, BigDecimal> collectionLeast();

    /** The most that is collected at once, likewise. */
    Map<CurrencyUnit, BigDecimal> collectionMost();

    /** Longest time for a connection to the network. */
    @WithDefault("5s")
    Duration connectTimeout();

    /** Most calls under way at once, of one pod, each on a connection of its own. */
    @WithDefault("64")
    int connections();

    /** Most calls that begin in a second, of all pods together; any number if it says nothing. */
    Optional<BigDecimal> callsPerSecond();

    /**
     * Waits between the calls about a payout without a definite answer, the last of which repeats;
     * those of all rails by default.
     */
    Optional<List<Duration>> pollAfter();

    /** Time after which an unused connection is closed. */
    @WithDefault("30s")
    Duration keepAlive();

    /** Longest time for an answer of the network. */
    @WithDefault("20s")
    Duration timeout();

    /** Largest answer of the network, in bytes. */
    @WithDefault("262144")
    int maxAnswerBytes();
  }
}
