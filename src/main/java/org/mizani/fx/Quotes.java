package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import org.mizani.business.FeeTerms;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Quotes at the rates in force. */
@Singleton
public final class Quotes {

  private final RateBook rates;
  private final BigDecimal mostMovedByRounding;

  Quotes(RateBook rates, FxConfig config) {
    this.rates = rates;
    this.mostMovedByRounding = config.maxRoundingPercent();
  }

  /**
   * The quote of an amount that is paid from a wallet of this currency.
   *
   * @param fee the terms of the sender's fee
   * @throws ApiException (as failure) 404 without a rate; 400 as {@link Quote#of} says
   */
  public Uni<Quote> of(Money receiver, CurrencyUnit sender, FeeTerms fee) {
    String from = sender.name();
    String to = receiver.currency().name();
    return rates
        .rate(from, to)
        .map(rate -> rate.orElseThrow(() -> ApiFault.rateNotConfigured(from, to).asException()))
        .map(rate -> Quote.of(receiver, sender, rate, fee, mostMovedByRounding));
  }
}
