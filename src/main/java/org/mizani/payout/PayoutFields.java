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
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.Parties.Receiver;
import org.mizani.payout.Parties.Sender;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;

/**
 * The rules of the fields that payout requests share. Each method reads its fields in the order of
 * the contract's common table and reports the first that breaks its rule (decisions, "Wire
 * conventions"); a form whose table has another order calls them in that.
 */
@Singleton
final class PayoutFields {

  private static final Set<String> UNREADABLE = Set.of(".", "..");
  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private final ServiceEnvironment environment;
  private final InstantSource clock;

  PayoutFields(ServiceConfig config, InstantSource clock) {
    this.environment = config.environment();
    this.clock = clock;
  }

  /** What is paid: senderCurrency, receiverCurrency, amount. */
  static Price price(PayoutRequest request) {
    return price(
        request,
        Country.currencyCodes(),
        code -> CurrencyUnit.find(code).filter(Country::isCurrencyOfOne));
  }

  /** The same where recipients receive only these currencies. */
  static Price price(
      PayoutRequest request, String allowed, Fields.Parser<CurrencyUnit> receiverCurrencies) {
    CurrencyUnit sender =
        Fields.oneOf(
            "senderCurrency", request.senderCurrency(), CurrencyUnit.codes(), CurrencyUnit::find);
    CurrencyUnit receiver =
        Fields.oneOf("receiverCurrency", request.receiverCurrency(), allowed, receiverCurrencies);
    return new Price(sender, Fields.amount("amount", request.amount(), receiver));
  }

  /** Who pays: senderFirstName to senderTelephoneNo. */
  Sender sender(PayoutRequest request) {
    return new Sender(
        Fields.required("senderFirstName", request.senderFirstName()),
        Fields.required("senderLastName", request.senderLastName()),
        dateOfBirth(request.senderDob()),
        AllowedValues.ID_TYPES.required("senderIdType", request.senderIdType()),
        Fields.required("senderIdNumber", request.senderIdNumber()),
        nationality(request.senderNationality()),
        telephone(request));
  }

  /** senderTelephoneNo. */
  static String telephone(PayoutRequest request) {
    String text = Fields.required("senderTelephoneNo", request.senderTelephoneNo());
    if (!PhoneNumber.isInternational(text)) {
      throw ApiFault.invalid("senderTelephoneNo must be a phone number with country code")
          .asException();
    }
    return text;
  }

  /** Who is paid: receiverFirstName, receiverLastName, relationship. */
  static Receiver receiver(PayoutRequest request) {
    return new Receiver(
        Fields.required("receiverFirstName", request.receiverFirstName()),
        Fields.required("receiverLastName", request.receiverLastName()),
        relationship(request));
  }

  /** relationship. */
  static String relationship(PayoutRequest request) {
    return Fields.required("relationship", request.relationship());
  }

  /** payoutCountry. */
  static Country country(PayoutRequest request) {
    return Fields.oneOf("payoutCountry", request.payoutCountry(), Country.codes(), Country::find);
  }

  /** businessReference. */
  static String reference(PayoutRequest request) {
    String reference = Fields.required("businessReference", request.businessReference());
    if (UNREADABLE.contains(reference)) {
      // No URL can name them: a path goes up or nowhere there.
      throw ApiFault.invalid("businessReference must not be . or ..").asException();
    }
    return reference;
  }

  /** Why and under which name: purposeOfTransfer to forceStatus. */
  Terms terms(PayoutRequest request) {
    return terms(
        request,
        purpose(request),
        Optional.of(AllowedValues.SOURCES.required("sourceOfFunds", request.sourceOfFunds())));
  }

  /** The same where sourceOfFunds may be left out. */
  Terms termsWithOptionalSource(PayoutRequest request) {
    return terms(
        request,
        purpose(request),
        Fields.optional("sourceOfFunds", request.sourceOfFunds())
            .map(source -> AllowedValues.SOURCES.required("sourceOfFunds", source)));
  }

  private Terms terms(PayoutRequest request, String purpose, Optional<String> source) {
    return new Terms(
        reference(request),
        purpose,
        source,
        CallbackUrl.parseOptional(request.callbackUrl()),
        forcedOutcome(request.forceStatus()));
  }

  private static String purpose(PayoutRequest request) {
    return AllowedValues.PURPOSES.required("purposeOfTransfer", request.purposeOfTransfer());
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
}
