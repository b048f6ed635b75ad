package org.mizani.payout;

import jakarta.inject.Singleton;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.payout.Parties.Receiver;
import org.mizani.payout.Parties.Sender;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;

/** Reads transfers in the order of the contract's tables (specification, sections 2.5 and 4.7). */
@Singleton
final class TransferForm {

  private final PayoutFields fields;
  private final CorridorRules corridors;

  TransferForm(PayoutFields fields, CorridorRules corridors) {
    this.fields = fields;
    this.corridors = corridors;
  }

  /**
   * The order that a request makes. Its corridor is checked where payoutCountry is.
   *
   * @throws org.mizani.fault.ApiException 400 for the first field that breaks its rule
   */
  PayoutOrder read(TransferRequest request) {
    Price price = PayoutFields.price(request);
    Sender sender = fields.sender(request);
    Receiver receiver = PayoutFields.receiver(request);
    Country country = PayoutFields.country(request);
    corridors.check(country, Channel.MOBILE, price.amount());
    Terms terms = fields.terms(request);
    MobileWallet wallet = new MobileWallet(receiverPhone(country, request.receiverPhone()));
    return PayoutOrder.of(price, wallet, Parties.of(sender, receiver, wallet), terms);
  }

  private static PhoneNumber receiverPhone(Country country, String text) {
    String number = Fields.required("receiverPhone", text);
    if (PhoneNumber.isInternational(number) && !PhoneNumber.hasPrefixOf(country, number)) {
      throw ApiFault.invalid(
              "receiverPhone must use the correct international prefix for the given payoutCountry")
          .asException();
    }
    return PhoneNumber.parse(country, number)
        .orElseThrow(
            () ->
                ApiFault.invalid("receiverPhone must be a valid phone number with country code")
                    .asException());
  }
}
