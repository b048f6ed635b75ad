package org.mizani.fx.quote;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.Optional;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.corridor.Country;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.repeat.RepeatedRequests;
import org.mizani.repeat.RequestKey;

/** {@code POST /business/quotes}, beside the contract: locks rate and fee for a payout (ADR 34). */
@Path("/business/quotes")
public class QuoteResource {

  private static final int CREATED = 201;

  private final LockedQuotes quotes;
  private final RepeatedRequests repeats;
  private final CurrentCaller caller;

  QuoteResource(LockedQuotes quotes, RepeatedRequests repeats, CurrentCaller caller) {
    this.quotes = quotes;
    this.repeats = repeats;
    this.caller = caller;
  }

  /** Request body, with fields that are as in a payout's. */
  @JsonAutoDetect(fieldVisibility = Visibility.ANY)
  public static final class QuoteRequest {
    String senderCurrency;
    String receiverCurrency;
    BigDecimal amount;
  }

  /** Locks a quote. A caller that hangs up does not cancel the creation that it has begun. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<QuoteAnswer> create(QuoteRequest request) {
    Caller business = caller.get(KeyScope.PAY);
    Fields.requireBody(request);
    return repeats.answer(
        business,
        key -> create(business, request, key),
        id -> quotes.find(business, id).map(found -> found.map(QuoteAnswer::of)));
  }

  private Uni<QuoteAnswer> create(Caller business, QuoteRequest request, Optional<RequestKey> key) {
    CurrencyUnit sender =
        Fields.oneOf(
            "senderCurrency", request.senderCurrency, CurrencyUnit.codes(), CurrencyUnit::find);
    CurrencyUnit receiver =
        Fields.oneOf(
            "receiverCurrency",
            request.receiverCurrency,
            Country.currencyCodes(),
            code -> CurrencyUnit.find(code).filter(Country::isCurrencyOfOne));
    Money amount = Fields.amount("amount", request.amount, receiver);
    return quotes.lock(business, amount, sender, key).map(QuoteAnswer::of);
  }
}
