package org.mizani.operator.sweep;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.regex.Pattern;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.sweep.SweepPlan;

/** Request body of a sweep. */
@RegisterForReflection
public record SweepForm(
    String currency,
    String channel,
    String receiverPhone,
    String receiverBankCode,
    String receiverAccountNumber,
    BigDecimal minimum,
    String time,
    Boolean enabled) {

  private static final ClosedSet CURRENCIES = ClosedSet.of("KES", "TZS");
  private static final ClosedSet CHANNELS = ClosedSet.of("mobile", "bank");
  private static final Pattern TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");
  private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9A-Za-z]{1,34}");
  // ISO 9362: the bank's four letters, the country, and two or five characters more.
  private static final Pattern TANZANIAN_BANK =
      Pattern.compile("[A-Z]{4}TZ[A-Z0-9]{2}([A-Z0-9]{3})?");

  /**
   * Validates the settings.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
   */
  SweepPlan parsed(BankDirectory banks) {
    CurrencyUnit unit = CurrencyUnit.valueOf(CURRENCIES.required("currency", currency));
    Country country = Country.ofCurrency(unit);
    Recipient destination =
        CHANNELS.required("channel", channel).equals("mobile")
            ? new MobileWallet(phone(country))
            : bankAccount(country, banks);
    return new SweepPlan(
        destination,
        Fields.amount("minimum", minimum, unit),
        parsedTime(),
        !Boolean.FALSE.equals(enabled));
  }

  private PhoneNumber phone(Country country) {
    return PhoneNumber.parse(country, Fields.required("receiverPhone", receiverPhone))
        .orElseThrow(
            () ->
                ApiFault.invalid("receiverPhone", "must be a valid phone number of " + country)
                    .asException());
  }

  private BankAccount bankAccount(Country country, BankDirectory banks) {
    String bank = Fields.required("receiverBankCode", receiverBankCode);
    boolean known =
        country == Country.TZ
            ? TANZANIAN_BANK.matcher(bank).matches()
            : banks.find(country, bank).isPresent();
    if (!known) {
      throw ApiFault.invalid("receiverBankCode", "is not a supported bank").asException();
    }
    String number = Fields.required("receiverAccountNumber", receiverAccountNumber);
    if (!ACCOUNT_NUMBER.matcher(number).matches()) {
      throw ApiFault.invalid("receiverAccountNumber", "must be at most 34 letters and digits")
          .asException();
    }
    return new BankAccount(country, bank, number);
  }

  /** The number of a valid form's phone or account. */
  String recipient() {
    return channel.equals("mobile") ? receiverPhone : receiverAccountNumber;
  }

  private LocalTime parsedTime() {
    String text = Fields.required("time", time);
    if (!TIME.matcher(text).matches()) {
      throw ApiFault.invalid("time", "must be a time of day in the form HH:MM").asException();
    }
    return LocalTime.parse(text);
  }

  /** Without the account. */
  @Override
  public String toString() {
    return "SweepForm[" + currency + "]";
  }
}
