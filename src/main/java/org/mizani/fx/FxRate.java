package org.mizani.fx;

import io.quarkus.hibernate.reactive.panache.Panache;
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
import java.util.List;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;

/** Entered rate of a currency pair: past, in force or to come. */
@Entity
public class FxRate extends PanacheEntityBase {

  /** In SQL: it is read every second, and the parser of queries would be most of an idle pod. */
  private static final String IN_FORCE_AND_TO_COME =
      """
      SELECT r.* FROM fx_rate r
      WHERE r.effective_from > :now
         OR r.effective_from = (SELECT max(p.effective_from) FROM fx_rate p
                                WHERE p.from_currency = r.from_currency
                                  AND p.to_currency = r.to_currency
                                  AND p.effective_from <= :now)
      """;

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

  /** The rate in force of each pair at this instant, and all later ones. */
  static Uni<List<FxRate>> inForceAndToCome(Instant now) {
    return Panache.getSession()
        .chain(
            session ->
                session
                    .createNativeQuery(IN_FORCE_AND_TO_COME, FxRate.class)
                    .setParameter("now", now)
                    .getResultList());
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

  private static BigDecimal unpadded(BigDecimal rate) {
    BigDecimal stripped = rate.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
