package org.mizani.payout.request;

import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.payout.record.Parties.Receiver;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PaymentParties.Sender;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;
import org.mizani.webhook.address.CallbackUrl;

/**
 * Rules of the fields that the kinds of payout requests share, and the allowed values of the
 * specification's section 2.6 and of identity documents. Each method reads its fields in the order
 * of the contract's common table and reports the first that breaks its rule. {@link
 * PayoutOrderReader} calls them in the order of the kind's own table.
 */
@Singleton
final class PayoutFields {

  private static final ClosedSet PURPOSES =
      ClosedSet.of(
          "family_support",
          "education",
          "business_payment",
          "medical",
          "investment",
          "construction",
          "rent",
          "general",
          "fuel",
          "repairs",
          "gift",
          "personal_care",
          "food_and_groceries",
          "transport",
          "travel",
          "shopping",
          "entertainment",
          "donations",
          "other");
  private static final ClosedSet SOURCES =
      ClosedSet.of(
          "salary", "savings", "business_income", "sale_of_assets", "investment_income", "other");
  private static final ClosedSet ID_TYPES =
      ClosedSet.of("passport", "national_id", "driving_license");

  private static final Set<String> DOTS = Set.of(".", "..");
  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private final ServiceEnvironment environment;
  private final InstantSource clock;

  PayoutFields(ServiceConfig config, InstantSource clock) {
    this.environment = config.environment();
    this.clock = clock;
  }

  /** The price: senderCurrency, receiverCurrency, amount, quoteId. */
  static Price price(PayoutRequest request) {
    return price(
        request,
        Country.currencyCodes(),
        code -> CurrencyUnit.find(code).filter(Country::isCurrencyOfOne));
  }

  /** The price where recipients receive only these currencies. */
  static Price price(
      PayoutRequest request, String allowed, Fields.Parser<CurrencyUnit> receiverCurrencies) {
    CurrencyUnit sender =
        Fields.oneOf(
            "senderCurrency", request.senderCurrency, CurrencyUnit.codes(), CurrencyUnit::find);
    CurrencyUnit receiver =
        Fields.oneOf("receiverCurrency", request.receiverCurrency, allowed, receiverCurrencies);
    return new Price(
        sender, Fields.amount("amount", request.amount, receiver), quoteId(request.quoteId));
  }

  private static Optional<UUID> quoteId(String text) {
    return Fields.isBlank(text)
        ? Optional.empty()
        : Optional.of(
            PublicIds.read(text, ApiFault.invalid("quoteId", "must be the id of a quote")));
  }

  /** The sender: senderFirstName to senderTelephoneNo. */
  Sender sender(PayoutRequest request) {
    return new Sender(
        Fields.required("senderFirstName", request.senderFirstName),
        Fields.required("senderLastName", request.senderLastName),
        dateOfBirth(request.senderDob),
        ID_TYPES.required("senderIdType", request.senderIdType),
        Fields.required("senderIdNumber", request.senderIdNumber),
        nationality(request.senderNationality),
        telephone(request));
  }

  static String telephone(PayoutRequest request) {
    String text = Fields.required("senderTelephoneNo", request.senderTelephoneNo);
    if (!PhoneNumber.isInternational(text)) {
      throw ApiFault.invalid("senderTelephoneNo", "must be a phone number with country code")
          .asException();
    }
    return text;
  }

  /** The receiver: receiverFirstName, receiverLastName, relationship. */
  static Receiver receiver(PayoutRequest request) {
    return new Receiver(
        Fields.required("receiverFirstName", request.receiverFirstName),
        Fields.required("receiverLastName", request.receiverLastName),
        relationship(request));
  }

  static String relationship(PayoutRequest request) {
    return Fields.required("relationship", request.relationship);
  }

  static Country country(PayoutRequest request) {
    return Fields.oneOf("payoutCountry", request.payoutCountry, Country.codes(), Country::find);
  }

  static String reference(PayoutRequest request) {
    String reference = Fields.required("businessReference", request.businessReference);
    if (DOTS.contains(reference)) {
      // No URL can name them: as segments of a path they are resolved away.
      throw ApiFault.invalid("businessReference", "must not be . or ..").asException();
    }
    return reference;
  }

  /** The terms: purposeOfTransfer to forceStatus. */
  Terms terms(PayoutRequest request) {
    return terms(
        request,
        purpose(request),
        Optional.of(SOURCES.required("sourceOfFunds", request.sourceOfFunds)));
  }

  /** The terms where sourceOfFunds may be left out. */
  Terms termsWithOptionalSource(PayoutRequest request) {
    return terms(
        request,
        purpose(request),
        Fields.optional("sourceOfFunds", request.sourceOfFunds)
            .map(source -> SOURCES.required("sourceOfFunds", source)));
  }

  private Terms terms(PayoutRequest request, String purpose, Optional<String> source) {
    return new Terms(
        reference(request),
        purpose,
        source,
        CallbackUrl.parseOptional(request.callbackUrl),
        forcedOutcome(request.forceStatus));
  }

  private static String purpose(PayoutRequest request) {
    return PURPOSES.required("purposeOfTransfer", request.purposeOfTransfer);
  }

  private String dateOfBirth(String text) {
    LocalDate date = Fields.date("senderDob", text);
    if (!date.isBefore(LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))) {
      throw ApiFault.invalid("senderDob", "must be in the past").asException();
    }
    return date.toString();
  }

  private static String nationality(String code) {
    if (!COUNTRIES.contains(Fields.required("senderNationality", code))) {
      throw ApiFault.invalid("senderNationality", "must be a 2-letter country code").asException();
    }
    return code;
  }

  private Optional<ForcedOutcome> forcedOutcome(String text) {
    if (Fields.isBlank(text)) {
      return Optional.empty();
    }
    if (environment == ServiceEnvironment.PRODUCTION) {
      throw ApiFault.invalid("forceStatus", "is not available in production").asException();
    }
    PayoutStatus status =
        Fields.oneOf("forceStatus", text, PayoutStatus.wireNames(), PayoutStatus::ofWireName);
    return Optional.of(ForcedOutcome.valueOf(status.name()));
  }
}
