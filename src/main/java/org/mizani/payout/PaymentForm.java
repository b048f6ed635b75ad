package org.mizani.payout;

import jakarta.inject.Singleton;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.http.Fields;
import org.mizani.money.Money;
import org.mizani.payout.Parties.Receiver;
import org.mizani.payout.Parties.Sender;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;

/** Reads payments in the order of the contract's tables (specification, sections 2.5 and 4.8). */
@Singleton
final class PaymentForm {

  private final PayoutFields fields;
  private final CorridorRules corridors;

  PaymentForm(PayoutFields fields, CorridorRules corridors) {
    this.fields = fields;
    this.corridors = corridors;
  }

  /**
   * The order that a request makes. The country's currency is checked where payoutCountry is, what
   * depends on till or paybill (Uganda's rule, the limits of the amount) where type is.
   *
   * @throws org.mizani.fault.ApiException 400 for the first field that breaks its rule
   */
  PayoutOrder read(PaymentRequest request) {
    Price price = PayoutFields.price(request);
    Sender sender = fields.sender(request);
    Receiver receiver = receiver(request);
    Country country = PayoutFields.country(request);
    corridors.checkCurrency(country, price.amount());
    Terms terms = fields.terms(request);
    Recipient recipient = recipient(request, country, price.amount());
    return PayoutOrder.of(price, recipient, Parties.of(sender, receiver, recipient), terms);
  }

  /** The names are due before the country is read; Uganda takes tills only, which need none. */
  private static Receiver receiver(PaymentRequest request) {
    if (!Country.UG.name().equals(request.payoutCountry())) {
      return PayoutFields.receiver(request);
    }
    return new Receiver(
        Fields.optional("receiverFirstName", request.receiverFirstName()).orElse(null),
        Fields.optional("receiverLastName", request.receiverLastName()).orElse(null),
        PayoutFields.relationship(request));
  }

  /** What a till request says of an account is not looked at. */
  private Recipient recipient(PaymentRequest request, Country country, Money amount) {
    Channel channel = Channel.ofMerchantType(request.type());
    corridors.checkChannel(country, channel, amount);
    String number = Fields.required("receiverLipaNumber", request.receiverLipaNumber());
    return channel == Channel.TILL
        ? Till.of(country, number)
        : Paybill.of(
            country, number, Fields.required("receiverAccount", request.receiverAccount()));
  }
}
