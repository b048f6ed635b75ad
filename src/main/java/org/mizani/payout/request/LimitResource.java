package org.mizani.payout.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.access.PartnerLimits;
import org.mizani.business.BusinessLimits;
import org.mizani.business.KeyScope;
import org.mizani.corridor.Country;
import org.mizani.money.Money;
import org.mizani.payout.limit.UsedLimits;
import org.mizani.payout.limit.UsedLimits.Use;

/** {@code GET /business/limits}: the limits of a business, and how much of them it has used. */
@Path("/business/limits")
public class LimitResource {

  private final CurrentCaller caller;
  private final PartnerLimits limits;
  private final UsedLimits used;

  LimitResource(CurrentCaller caller, PartnerLimits limits, UsedLimits used) {
    this.caller = caller;
    this.limits = limits;
    this.used = used;
  }

  /**
   * Limits that are in force, and those of an hour and a day with what is used of them.
   *
   * @param largestPayouts in major units by the receiver's currency
   * @param payoutsPerHour null without such a limit, and likewise those of phones
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Limits(
      String businessId,
      Map<String, BigDecimal> largestPayouts,
      List<DaySum> dailyPayouts,
      HourCount payoutsPerHour,
      Integer promptsPerPhone,
      Integer lookUpsPerPhone) {}

  /**
   * Limit of the sum of a day's payouts to a country, in major units of its currency.
   *
   * @param left what may still be paid, zero or more
   */
  public record DaySum(
      String country,
      String currency,
      BigDecimal limit,
      BigDecimal used,
      BigDecimal left,
      Instant endsAt) {}

  /**
   * Limit of the payouts of an hour.
   *
   * @param left how many may still be made, zero or more
   */
  public record HourCount(long limit, long used, long left, Instant endsAt) {}

  /** The limits of the business that asks. */
  @GET
  public Uni<Limits> read() {
    Caller business = caller.get(KeyScope.READ);
    BusinessLimits inForce = limits.inForce(business);
    Stream<String> ofHour = inForce.payoutsPerHour().stream().map(limit -> UsedLimits.HOUR);
    Stream<String> ofDays = inForce.dailyPayouts().keySet().stream().map(Country::name);
    return used.of(business.businessId(), Stream.concat(ofHour, ofDays).toList())
        .map(uses -> answer(business, inForce, uses));
  }

  private static Limits answer(Caller business, BusinessLimits limits, Map<String, Use> uses) {
    Map<String, BigDecimal> largest = new TreeMap<>();
    limits.largestPayouts().forEach((unit, most) -> largest.put(unit.name(), most.major()));
    return new Limits(
        business.publicId().toString(),
        largest,
        limits.dailyPayouts().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(limit -> ofDay(limit.getKey(), limit.getValue(), uses.get(limit.getKey().name())))
            .toList(),
        limits.payoutsPerHour().map(most -> ofHour(most, uses.get(UsedLimits.HOUR))).orElse(null),
        limits.promptsPerPhone().orElse(null),
        limits.lookUpsPerPhone().orElse(null));
  }

  private static DaySum ofDay(Country country, Money most, Use use) {
    return new DaySum(
        country.name(),
        country.currency().name(),
        most.major(),
        new Money(country.currency(), use.used()).major(),
        new Money(country.currency(), left(most.minor(), use)).major(),
        use.endsAt());
  }

  private static HourCount ofHour(long most, Use use) {
    return new HourCount(most, use.used(), left(most, use), use.endsAt());
  }

  /** A limit that was lowered may be exceeded. */
  private static long left(long most, Use use) {
    return Math.max(0, most - use.used());
  }
}
