package org.mizani.fx;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;

/** Entered rate of a currency pair: past, in force or to come. */
@Entity
public class FxRate extends PanacheEntityBase {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Enumerated(EnumType.STRING)
  private CurrencyUnit fromCurrency;

  @Enumerated(EnumType.STRING)
  private CurrencyUnit toCurrency;

  private BigDecimal rate;
  private Instant effectiveFrom;
  private Instant createdAt;

  protected FxRate() {}

  FxRate(ExchangeRate rate, Instant now) {
    this.fromCurrency = rate.from();
    this.toCurrency = rate.to();
    this.rate = rate.rate();
    this.effectiveFrom = rate.effectiveFrom();
    this.createdAt = now;
  }

  /** The rate of the same pair and instant. */
  static Uni<Optional<FxRate>> ofInstant(ExchangeRate rate) {
    return FxRate.<FxRate>find(
            "fromCurrency = ?1 AND toCurrency = ?2 AND effectiveFrom = ?3",
            rate.from(),
            rate.to(),
            rate.effectiveFrom())
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** The last rate of a pair that came into force before an instant. */
  static Uni<Optional<FxRate>> before(CurrencyUnit from, CurrencyUnit to, Instant instant) {
    return FxRate.<FxRate>find(
            "fromCurrency = ?1 AND toCurrency = ?2 AND effectiveFrom < ?3"
                + " ORDER BY effectiveFrom DESC",
            from,
            to,
            instant)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** The first rate of a pair. */
  static Uni<Optional<FxRate>> first(CurrencyUnit from, CurrencyUnit to) {
    return FxRate.<FxRate>find(
            "fromCurrency = ?1 AND toCurrency = ?2 ORDER BY effectiveFrom", from, to)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /**
   * Up to this many rates of earlier instants, or of the same and smaller ids, the latest first.
   *
   * @param from the only source currency wanted, if one is
   * @param to the only target currency wanted, if one is
   */
  static Uni<List<FxRate>> below(
      Instant time, long id, Optional<CurrencyUnit> from, Optional<CurrencyUnit> to, int most) {
    Map<String, Object> values = new HashMap<>(Map.of("time", time, "id", id));
    from.ifPresent(currency -> values.put("from", currency));
    to.ifPresent(currency -> values.put("to", currency));
    String wanted =
        "(effectiveFrom, id) < (:time, :id)"
            + (from.isPresent() ? " AND fromCurrency = :from" : "")
            + (to.isPresent() ? " AND toCurrency = :to" : "")
            + " ORDER BY effectiveFrom DESC, id DESC";
    return FxRate.<FxRate>find(wanted, values).page(0, most).list();
  }

  /** Orders rates of the same instant. */
  public long id() {
    return id;
  }

  /** The pair, the rate without padding zeros, and its instant. */
  public ExchangeRate rate() {
    return new ExchangeRate(fromCurrency, toCurrency, unpadded(rate), effectiveFrom);
  }

  /** When a rate of this pair and instant was first entered. */
  public Instant enteredAt() {
    return createdAt;
  }

  void replaceRate(BigDecimal newRate) {
    rate = newRate;
  }

  /** A rate of the database without the zeros that pad it. */
  public static BigDecimal unpadded(BigDecimal rate) {
    BigDecimal stripped = rate.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
