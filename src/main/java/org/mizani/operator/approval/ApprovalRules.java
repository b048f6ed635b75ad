package org.mizani.operator.approval;

import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.mizani.money.Money;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/** Limits beyond which an operation waits for another operator (ADR 25). */
@ApplicationScoped
public class ApprovalRules {

  static final String NEVER = "never";
  private static final String RATE_CHANGE = "PAYMENTS_APPROVAL_RATE_CHANGE_PERCENT";

  // About 10,000 dollars each.
  private static final String USUAL_AMOUNTS =
      "USD:10000,EUR:10000,GBP:10000,KES:1300000,TZS:26000000,UGX:37000000,ZAR:180000";

  private static final String USUAL_PERCENT = "10";
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(30);
  private static final Duration USUAL_WAIT = Duration.ofHours(24);

  private final Optional<CurrencyLimits> movementAbove;
  private final Optional<CurrencyLimits> returnAbove;
  private final Optional<CurrencyLimits> refundAbove;
  private final Optional<CurrencyLimits> railSettlementAbove;
  private final Optional<BigDecimal> rateChangePercent;
  private final boolean sweeps;
  private final boolean settlements;
  private final boolean fees;
  private final boolean apiKeys;
  private final boolean ownSecrets;
  private final Duration newAccessWaits;

  /**
   * @throws ConfigurationException for a setting that is none of its kind
   */
  ApprovalRules(ApprovalConfig config, ServiceConfig service) {
    boolean production = service.environment() == ServiceEnvironment.PRODUCTION;
    this.movementAbove = above("MOVEMENT", config.movementAbove(), production);
    this.returnAbove = above("RETURN", config.returnAbove(), production);
    this.refundAbove = above("REFUND", config.refundAbove(), production);
    this.railSettlementAbove = above("RAIL_SETTLEMENT", config.railSettlementAbove(), production);
    this.rateChangePercent =
        limit(config.rateChangePercent(), USUAL_PERCENT, production).map(ApprovalRules::percent);
    this.sweeps = waits("SWEEPS", config.sweeps(), production);
    this.settlements = waits("SETTLEMENTS", config.settlements(), production);
    this.fees = waits("FEES", config.fees(), production);
    this.apiKeys = waits("API_KEYS", config.apiKeys(), production);
    this.ownSecrets = waits("OWN_SECRETS", config.ownSecrets(), production);
    this.newAccessWaits =
        validWait(config.newAccessWaits().orElse(production ? USUAL_WAIT : Duration.ZERO));
    requireWithin("PAYMENTS_APPROVAL_EXPIRES_AFTER", config.expiresAfter());
    if (newAccessWaits.compareTo(config.expiresAfter()) >= 0) {
      throw new ConfigurationException(
          "PAYMENTS_APPROVAL_NEW_ACCESS_WAITS must be shorter than PAYMENTS_APPROVAL_EXPIRES_AFTER:"
              + " requests of new operators would expire before.");
    }
    requireWithin("PAYMENTS_APPROVAL_DRAW_WITHIN", config.drawWithin());
    requireWithin("PAYMENTS_APPROVAL_EVERY", config.every());
  }

  /** Any other text than the two is refused: the library would take a slip for {@code false}. */
  private static boolean waits(String operation, Optional<String> setting, boolean production) {
    if (setting.filter(text -> !text.equals("true") && !text.equals("false")).isPresent()) {
      throw new ConfigurationException(
          "PAYMENTS_APPROVAL_" + operation + " must be true or false.");
    }
    return setting.map(Boolean::parseBoolean).orElse(production);
  }

  private static Optional<String> limit(
      Optional<String> setting, String usual, boolean production) {
    return setting
        .or(() -> production ? Optional.of(usual) : Optional.empty())
        .filter(text -> !text.equals(NEVER));
  }

  private static Optional<CurrencyLimits> above(
      String operation, Optional<String> setting, boolean production) {
    String name = "PAYMENTS_APPROVAL_" + operation + "_ABOVE";
    return limit(setting, USUAL_AMOUNTS, production).map(text -> CurrencyLimits.parse(name, text));
  }

  private static BigDecimal percent(String text) {
    try {
      BigDecimal percent = new BigDecimal(text);
      if (percent.signum() >= 0) {
        return percent;
      }
    } catch (NumberFormatException e) {
      // It is refused below.
    }
    throw new ConfigurationException(
        RATE_CHANGE + " must be a percentage of 0 or more, such as 10, or " + NEVER + ".");
  }

  private static Duration validWait(Duration setting) {
    if (setting.isNegative() || setting.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(
          "PAYMENTS_APPROVAL_NEW_ACCESS_WAITS must be from 0 seconds to 30 days.");
    }
    return setting;
  }

  private static void requireWithin(String setting, Duration duration) {
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(setting + " must be from 1 minute to 30 days.");
    }
  }

  /** Whether a movement of this amount, of either sign, waits. */
  public boolean movementWaits(Money amount) {
    return movementAbove.filter(limit -> limit.isBelow(amount)).isPresent();
  }

  /** Whether the return of a payout waits that gives this amount back to the wallet. */
  public boolean returnWaits(Money amount) {
    return returnAbove.filter(limit -> limit.isBelow(amount)).isPresent();
  }

  /** Whether a refund of this amount waits. */
  public boolean refundWaits(Money amount) {
    return refundAbove.filter(limit -> limit.isBelow(amount)).isPresent();
  }

  /** Whether a settlement with a rail of this amount waits, in either direction. */
  public boolean railSettlementWaits(Money amount) {
    return railSettlementAbove.filter(limit -> limit.isBelow(amount)).isPresent();
  }

  /**
   * Whether a rate waits: it is too far from the one in force, or there is none.
   *
   * @param aDayBefore the rate that was in force a day before, or the first one since, if there is
   *     one
   */
  public boolean rateWaits(
      BigDecimal rate, Optional<BigDecimal> inForce, Optional<BigDecimal> aDayBefore) {
    return rateChangePercent
        .filter(
            percent ->
                inForce.isEmpty()
                    || isFar(rate, inForce.get(), percent)
                    || aDayBefore.filter(before -> isFar(rate, before, percent)).isPresent())
        .isPresent();
  }

  private static boolean isFar(BigDecimal rate, BigDecimal from, BigDecimal percent) {
    BigDecimal change = rate.subtract(from).abs().movePointRight(2);
    return change.compareTo(from.multiply(percent)) > 0;
  }

  /** Whether the new destination of a sweep waits. */
  public boolean sweepsWait() {
    return sweeps;
  }

  /** Whether a settlement by hand waits. */
  public boolean settlementsWait() {
    return settlements;
  }

  /** Whether the change of a fee waits. */
  public boolean feesWait() {
    return fees;
  }

  /** Time from which an operator's access was given until it takes part in approvals. */
  public Duration newAccessWaits() {
    return newAccessWaits;
  }

  /** Whether operators take part in approvals with secrets of their own alone. */
  public boolean ownSecrets() {
    return ownSecrets;
  }

  /** Whether a new API key waits, and a change by which a key may pay more. */
  public boolean apiKeysWait() {
    return apiKeys;
  }
}
