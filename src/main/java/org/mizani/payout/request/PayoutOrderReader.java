package org.mizani.payout.request;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.Money;
import org.mizani.payout.PayoutOrder;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.Parties.Receiver;
import org.mizani.payout.request.PayoutRequest.BankPayoutRequest;
import org.mizani.payout.request.PayoutRequest.PaymentRequest;
import org.mizani.payout.request.PayoutRequest.TransferRequest;
import org.mizani.rail.PaymentParties.Sender;

/**
 * Reader of payout requests, each kind in the order of the contract's tables (specification,
 * sections 2.5, 4.7, 4.8 and 4.10). {@link PayoutFields} has the rules of the fields that the kinds
 * share.
 */
@Singleton
public final class PayoutOrderReader {

  private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9A-Za-z]{1,34}");
  // No pattern can tell whether mail arrives: this one refuses values that belong in other fields.
  private static final Pattern EMAIL = Pattern.compile("[^\\h@]++@[^\\h@.]++(\\.[^\\h@.]++)++");

  private final PayoutFields fields;
  private final CorridorRules corridors;
  private final BankDirectory banks;

  PayoutOrderReader(PayoutFields fields, CorridorRules corridors, BankDirectory banks) {
    this.fields = fields;
    this.corridors = corridors;
    this.banks = banks;
  }

  /**
   * The order that a request makes.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first field that breaks its rule
   */
  public PayoutOrder read(PayoutRequest request) {
    if (request instanceof TransferRequest transfer) {
      return read(transfer);
    }
    if (request instanceof PaymentRequest payment) {
      return read(payment);
    }
    return read((BankPayoutRequest) request);
  }

  /** The corridor is checked where payoutCountry is. */
  private PayoutOrder read(TransferRequest request) {
    Price price = PayoutFields.price(request);
    Sender sender = fields.sender(request);
    Receiver receiver = PayoutFields.receiver(request);
    Country country = PayoutFields.country(request);
    corridors.check(country, Channel.MOBILE, price.amount());
    Terms terms = fields.terms(request);
    MobileWallet wallet = new MobileWallet(receiverPhone(country, request.receiverPhone));
    return new PayoutOrder(price, wallet, Parties.of(sender, receiver, wallet), terms);
  }

  /**
   * The country's currency is checked where payoutCountry is. The rules that depend on till or
   * paybill (Uganda's rule, the limits of the amount) are checked where type is.
   */
  private PayoutOrder read(PaymentRequest request) {
    Price price = PayoutFields.price(request);
    Sender sender = fields.sender(request);
    Receiver receiver = merchant(request);
    Country country = PayoutFields.country(request);
    corridors.checkCurrency(country, price.amount());
    Terms terms = fields.terms(request);
    Recipient recipient = tillOrPaybill(request, country, price.amount());
    return new PayoutOrder(price, recipient, Parties.of(sender, receiver, recipient), terms);
  }

  /**
   * The corridor is checked where payoutCountry is. The table of bank payouts has another order
   * than those of the other kinds.
   */
  private PayoutOrder read(BankPayoutRequest request) {
    Price price = PayoutFields.price(request, banks.currencyCodes(), banks::findCurrency);
    Country country =
        Fields.oneOf(
            "payoutCountry", request.payoutCountry, banks.countryCodes(), banks::findCountry);
    corridors.check(country, Channel.BANK, price.amount());
    // Here they precede the sender's names and the purpose, with which they are read again.
    PayoutFields.reference(request);
    PayoutFields.telephone(request);
    Sender sender = fields.sender(request);
    String firstName = Fields.required("receiverFirstName", request.receiverFirstName);
    String lastName = Fields.required("receiverLastName", request.receiverLastName);
    BankAccount account = account(request, country);
    Optional<String> email = email(request, country);
    Receiver receiver =
        new Receiver(firstName, lastName, PayoutFields.relationship(request), email.orElse(null));
    Terms terms = fields.termsWithOptionalSource(request);
    return new PayoutOrder(price, account, Parties.of(sender, receiver, account), terms);
  }

  private static PhoneNumber receiverPhone(Country country, String text) {
    String number = Fields.required("receiverPhone", text);
    if (PhoneNumber.isInternational(number) && !PhoneNumber.hasPrefixOf(country, number)) {
      throw ApiFault.invalid(
              "receiverPhone",
              "must use the correct international prefix for the given payoutCountry")
          .asException();
    }
    return PhoneNumber.parse(country, number)
        .orElseThrow(
            () ->
                ApiFault.invalid("receiverPhone", "must be a valid phone number with country code")
                    .asException());
  }

  /** The names are due before the country is read. Uganda takes tills only, which need no names. */
  private static Receiver merchant(PaymentRequest request) {
    if (!Country.UG.name().equals(request.payoutCountry)) {
      return PayoutFields.receiver(request);
    }
    return new Receiver(
        Fields.optional("receiverFirstName", request.receiverFirstName).orElse(null),
        Fields.optional("receiverLastName", request.receiverLastName).orElse(null),
        PayoutFields.relationship(request));
  }

  /** The account of a till payment is ignored. */
  private Recipient tillOrPaybill(PaymentRequest request, Country country, Money amount) {
    Channel channel = Channel.ofMerchantType(request.type);
    corridors.checkChannel(country, channel, amount);
    String number = Fields.required("receiverLipaNumber", request.receiverLipaNumber);
    return channel == Channel.TILL
        ? Till.of(country, number)
        : Paybill.of(country, number, Fields.required("receiverAccount", request.receiverAccount));
  }

  private BankAccount account(BankPayoutRequest request, Country country) {
    String bankCode = Fields.required("receiverBankCode", request.receiverBankCode);
    if (banks.find(country, bankCode).isEmpty()) {
      throw ApiFault.invalid("receiverBankCode", "is not a supported bank").asException();
    }
    String number = Fields.required("receiverAccountNumber", request.receiverAccountNumber);
    if (!ACCOUNT_NUMBER.matcher(number).matches()) {
      throw ApiFault.invalid("receiverAccountNumber", "must be at most 34 letters and digits")
          .asException();
    }
    return new BankAccount(country, bankCode, number);
  }

  private static Optional<String> email(BankPayoutRequest request, Country country) {
    Optional<String> email = Fields.optional("receiverEmail", request.receiverEmail);
    if (email.isEmpty() && country == Country.ZA) {
      throw ApiFault.required("receiverEmail", "is required for ZA bank payouts").asException();
    }
    if (email.filter(text -> !EMAIL.matcher(text).matches()).isPresent()) {
      throw ApiFault.invalid("receiverEmail", "must be an e-mail address").asException();
    }
    return email;
  }
}
