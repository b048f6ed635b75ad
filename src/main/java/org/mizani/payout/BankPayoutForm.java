package org.mizani.payout;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.payout.Parties.Receiver;
import org.mizani.payout.Parties.Sender;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;

/**
 * Reads bank payouts in the order of the contract's table, which is not that of the other kinds
 * (specification, sections 2.5 and 4.10).
 */
@Singleton
final class BankPayoutForm {

  private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9A-Za-z]{1,34}");
  // Whether mail arrives there, no pattern can tell: it is to catch what belongs elsewhere.
  private static final Pattern EMAIL = Pattern.compile("[^\\h@]++@[^\\h@.]++(\\.[^\\h@.]++)++");

  private final PayoutFields fields;
  private final CorridorRules corridors;
  private final BankDirectory banks;

  BankPayoutForm(PayoutFields fields, CorridorRules corridors, BankDirectory banks) {
    this.fields = fields;
    this.corridors = corridors;
    this.banks = banks;
  }

  /**
   * The order that a request makes. Its corridor is checked where payoutCountry is.
   *
   * @throws org.mizani.fault.ApiException 400 for the first field that breaks its rule
   */
  PayoutOrder read(BankPayoutRequest request) {
    Price price = PayoutFields.price(request, banks.currencyCodes(), banks::findCurrency);
    Country country =
        Fields.oneOf(
            "payoutCountry", request.payoutCountry(), banks.countryCodes(), banks::findCountry);
    corridors.check(country, Channel.BANK, price.amount());
    // Before the sender's names and the purpose here; read again with those.
    PayoutFields.reference(request);
    PayoutFields.telephone(request);
    Sender sender = fields.sender(request);
    String firstName = Fields.required("receiverFirstName", request.receiverFirstName());
    String lastName = Fields.required("receiverLastName", request.receiverLastName());
    BankAccount account = account(request, country);
    Optional<String> email = email(request, country);
    Receiver receiver =
        new Receiver(firstName, lastName, PayoutFields.relationship(request), email.orElse(null));
    Terms terms = fields.termsWithOptionalSource(request);
    return PayoutOrder.of(price, account, Parties.of(sender, receiver, account), terms);
  }

  private BankAccount account(BankPayoutRequest request, Country country) {
    String bankCode = Fields.required("receiverBankCode", request.receiverBankCode());
    if (banks.find(country, bankCode).isEmpty()) {
      throw ApiFault.invalid("receiverBankCode is not a supported bank").asException();
    }
    String number = Fields.required("receiverAccountNumber", request.receiverAccountNumber());
    if (!ACCOUNT_NUMBER.matcher(number).matches()) {
      throw ApiFault.invalid("receiverAccountNumber must be at most 34 letters and digits")
          .asException();
    }
    return new BankAccount(country, bankCode, number);
  }

  private static Optional<String> email(BankPayoutRequest request, Country country) {
    Optional<String> email = Fields.optional("receiverEmail", request.receiverEmail());
    if (email.isEmpty() && country == Country.ZA) {
      throw ApiFault.invalid("receiverEmail is required for ZA bank payouts").asException();
    }
    if (email.filter(text -> !EMAIL.matcher(text).matches()).isPresent()) {
      throw ApiFault.invalid("receiverEmail must be an e-mail address").asException();
    }
    return email;
  }
}
