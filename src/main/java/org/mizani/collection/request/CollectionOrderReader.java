package org.mizani.collection.request;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.collection.CollectionConfig;
import org.mizani.collection.CollectionOrder;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.Country;
import org.mizani.corridor.LimitConfig;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;
import org.mizani.webhook.address.CallbackUrl;

/**
 * Reader of collection requests, in the order of the contract's table (specification, section
 * 4.13). The decimal places and the limits of an amount depend on its currency, so they are checked
 * after it.
 */
@Singleton
final class CollectionOrderReader {

  private static final Country[] COUNTRIES = {Country.KE, Country.TZ, Country.UG};
  private static final String CURRENCIES =
      Arrays.stream(COUNTRIES).map(c -> c.currency().name()).collect(Collectors.joining(", "));

  private final CollectionConfig config;
  private final ServiceEnvironment environment;

  /**
   * @throws io.quarkus.runtime.configuration.ConfigurationException for limits that cannot be
   */
  CollectionOrderReader(CollectionConfig config, ServiceConfig service) {
    LimitConfig.validate("payments.collection.limits", config.limits(), List.of(COUNTRIES));
    this.config = config;
    this.environment = service.environment();
  }

  /**
   * The order that a request makes.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first field that breaks its rule
   */
  CollectionOrder read(CollectionRequest request) {
    BigDecimal major = Fields.positive("amount", request.amount());
    Country country = countryOf(request.currency());
    Money amount = Fields.amount("amount", major, country.currency());
    CorridorRules.checkLimit(config.limits().get(country.name().toLowerCase(Locale.ROOT)), amount);
    return new CollectionOrder(
        amount,
        customer(country, request.mobile()),
        Fields.optional("reference", request.reference()),
        Fields.optional("narration", request.narration()),
        CallbackUrl.parseOptional(request.callbackUrl()),
        forcedOutcome(request.forceStatus()));
  }

  private static Country countryOf(String currency) {
    return Fields.oneOf(
        "currency",
        currency,
        CURRENCIES,
        text -> CurrencyUnit.find(text).flatMap(CollectionOrderReader::countryOf));
  }

  private static Optional<Country> countryOf(CurrencyUnit currency) {
    return Arrays.stream(COUNTRIES).filter(c -> c.currency() == currency).findFirst();
  }

  private static PhoneNumber customer(Country country, String text) {
    String mobile = Fields.required("mobile", text);
    Optional<PhoneNumber> phone = PhoneNumber.parseE164(mobile);
    if (phone.isEmpty() && !PhoneNumber.isE164OfAnotherCountry(mobile)) {
      throw ApiFault.invalid("mobile", "must be a valid E.164 phone number").asException();
    }
    return phone
        .filter(number -> number.country() == country)
        .orElseThrow(ApiFault.CURRENCY_OF_ANOTHER_COUNTRY::asException);
  }

  private Optional<ForcedOutcome> forcedOutcome(String text) {
    if (Fields.isBlank(text)) {
      return Optional.empty();
    }
    if (environment == ServiceEnvironment.PRODUCTION) {
      throw ApiFault.invalid("forceStatus", "is not available in production").asException();
    }
    CollectionStatus status =
        Fields.oneOf(
            "forceStatus", text, CollectionStatus.wireNames(), CollectionStatus::ofWireName);
    return Optional.of(ForcedOutcome.valueOf(status.name()));
  }
}
