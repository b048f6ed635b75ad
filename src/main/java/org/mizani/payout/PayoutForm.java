package org.mizani.payout;

import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.mizani.business.ServiceConfig;
import org.mizani.business.ServiceEnvironment;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.Parties.Sender;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.web.Fields;
import org.mizani.webhook.CallbackUrl;

/**
 * Reads payout requests field by field in the order of the contract's tables; the first field that
 * breaks its rule is the one reported (decisions, "Wire conventions").
 */
@Singleton
final class PayoutForm {

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private final CorridorRules corridors;
  private final ServiceEnvironment environment;
  private final InstantSource clock;

  PayoutForm(CorridorRules corridors, ServiceConfig config, InstantSource clock) {
    this.corridors = corridors;
    this.environment = config.environment();
    this.clock = clock;
  }

  /**
   * The order that a transfer request makes.
   *
   * @throws org.mizani.fault.ApiException 400 for the first field that breaks its rule
   */
  PayoutOrder read(TransferRequest request) {
    CurrencyUnit senderCurrency = senderCurrency(request.senderCurrency());
    Money amount =
        Fields.amount("amount", request.amount(), receiverCurrency(request.receiverCurrency()));
    Sender sender = sender(request);
    String receiverFirstName = Fields.required("receiverFirstName", request.receiverFirstName());
    String receiverLastName = Fields.required("receiverLastName", request.receiverLastName());
    String relationship = Fields.required("relationship", request.relationship());
    Country country = country(request.payoutCountry());
    corridors.check(country, Channel.MOBILE, amount);
    String purpose =
        AllowedValues.PURPOSES.required("purposeOfTransfer", request.purposeOfTransfer());
    String source = AllowedValues.SOURCES.required("sourceOfFunds", request.sourceOfFunds());
    String reference = Fields.required("businessReference", request.businessReference());
    Optional<CallbackUrl> callbackUrl = callbackUrl(request.callbackUrl());
    Optional<ForcedOutcome> forced = forcedOutcome(request.forceStatus());
    PhoneNumber phone = receiverPhone(country, request.receiverPhone());
    return new PayoutOrder(
        reference,
        senderCurrency,
        amount,
        new MobileWallet(phone),
        Parties.ofMobile(sender, receiverFirstName, receiverLastName, relationship, phone),
        purpose,
        Optional.of(source),
        callbackUrl,
        forced);
  }

  private Sender sender(TransferRequest request) {
    return new Sender(
        Fields.required("senderFirstName", request.senderFirstName()),
        Fields.required("senderLastName", request.senderLastName()),
        dateOfBirth(request.senderDob()),
        AllowedValues.ID_TYPES.required("senderIdType", request.senderIdType()),
        Fields.required("senderIdNumber", request.senderIdNumber()),
        nationality(request.senderNationality()),
        telephone(request.senderTelephoneNo()));
  }

  private static CurrencyUnit senderCurrency(String code) {
    return Fields.oneOf("senderCurrency", code, CurrencyUnit.codes(), CurrencyUnit::find);
  }

  private static CurrencyUnit receiverCurrency(String code) {
    return Fields.oneOf(
        "receiverCurrency",
        code,
        Country.currencyCodes(),
        text -> CurrencyUnit.find(text).filter(Country::isCurrencyOfOne));
  }

  private static Country country(String code) {
    return Fields.oneOf("payoutCountry", code, Country.codes(), Country::find);
  }

  private String dateOfBirth(String text) {
    LocalDate date = Fields.date("senderDob", text);
    if (!date.isBefore(LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))) {
      throw ApiFault.invalid("senderDob must be in the past").asException();
    }
    return date.toString();
  }

  private static String nationality(String code) {
    if (!COUNTRIES.contains(Fields.required("senderNationality", code))) {
      throw ApiFault.invalid("senderNationality must be a 2-letter country code").asException();
    }
    return code;
  }

  private static String telephone(String text) {
    if (!PhoneNumber.isInternational(Fields.required("senderTelephoneNo", text))) {
      throw ApiFault.invalid("senderTelephoneNo must be a phone number with country code")
          .asException();
    }
    return text;
  }

  private static Optional<CallbackUrl> callbackUrl(String text) {
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(CallbackUrl.parse(text));
  }

  private Optional<ForcedOutcome> forcedOutcome(String text) {
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    if (environment == ServiceEnvironment.PRODUCTION) {
      throw ApiFault.invalid("forceStatus is not available in production").asException();
    }
    PayoutStatus status =
        Fields.oneOf("forceStatus", text, PayoutStatus.wireNames(), PayoutStatus::ofWireName);
    return Optional.of(ForcedOutcome.valueOf(status.name()));
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
