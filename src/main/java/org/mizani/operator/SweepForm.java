package org.mizani.operator;

import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.sweep.SweepPlan;
import org.mizani.web.ClosedSet;
import org.mizani.web.Fields;

/** How operators want a collection wallet to be swept. */
@Schema(requiredProperties = {"currency", "channel", "minimum", "time"})
public record SweepForm(
    @Schema(
            description = "The currency of the collection wallet; its country is the destination's",
            enumeration = {"KES", "TZS"})
        String currency,
    @Schema(
            description = "What the destination is",
            enumeration = {"mobile", "bank"})
        String channel,
    @Schema(
            description = "The phone that gets it, where `channel` is `mobile`",
            examples = "+254712345678")
        String receiverPhone,
    @Schema(
            description =
                "The bank, where `channel` is `bank`: in Kenya its code in the list of banks, in"
                    + " Tanzania its SWIFT code",
            examples = "01")
        String receiverBankCode,
    @Schema(
            description = "The account, where `channel` is `bank`: at most 34 letters and digits",
            examples = "1100000001")
        String receiverAccountNumber,
    @Schema(
            description = "What the wallet has to have at least to be swept, in major units",
            examples = "1000")
        BigDecimal minimum,
    @Schema(description = "When, every night: HH:MM in UTC", examples = "23:00") String time,
    @Schema(description = "Whether it is swept", defaultValue = "true", examples = "true")
        Boolean enabled) {

  private static final ClosedSet CURRENCIES = ClosedSet.of("KES", "TZS");
  private static final ClosedSet CHANNELS = ClosedSet.of("mobile", "bank");
  private static final Pattern TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");
  private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9A-Za-z]{1,34}");
  // ISO 9362: the bank's four letters, the country, and two or five characters more.
  private static final Pattern TANZANIAN_BANK =
      Pattern.compile("[A-Z]{4}TZ[A-Z0-9]{2}([A-Z0-9]{3})?");

  /**
   * What it says.
   *
   * @throws org.mizani.fault.ApiException 400 that names the first field that breaks its rule
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
                ApiFault.invalid("receiverPhone must be a valid phone number of " + country)
                    .asException());
  }

  private BankAccount bankAccount(Country country, BankDirectory banks) {
    String bank = Fields.required("receiverBankCode", receiverBankCode);
    boolean known =
        country == Country.TZ
            ? TANZANIAN_BANK.matcher(bank).matches()
            : banks.find(country, bank).isPresent();
    if (!known) {
      throw ApiFault.invalid("receiverBankCode is not a supported bank").asException();
    }
    String number = Fields.required("receiverAccountNumber", receiverAccountNumber);
    if (!ACCOUNT_NUMBER.matcher(number).matches()) {
      throw ApiFault.invalid("receiverAccountNumber must be at most 34 letters and digits")
          .asException();
    }
    return new BankAccount(country, bank, number);
  }

  private LocalTime parsedTime() {
    String text = Fields.required("time", time);
    if (!TIME.matcher(text).matches()) {
      throw ApiFault.invalid("time must be a time of day in the form HH:MM").asException();
    }
    return LocalTime.parse(text);
  }

  /** Without the account. */
  @Override
  public String toString() {
    return "SweepForm[" + currency + "]";
  }
}
