package org.mizani.operator.business;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.mizani.business.BusinessProfile;
import org.mizani.business.FeeTerms;
import org.mizani.business.SignatureScheme;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BodyFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.webhook.address.CallbackUrl;

/** Form of a business, as operators send it. */
@RegisterForReflection
record BusinessForm(
    String name,
    String callbackUrl,
    String collectionCallbackUrl,
    Boolean collectionsEnabled,
    BigDecimal feeRate,
    Map<String, BigDecimal> leastFees,
    String signatureScheme,
    Boolean suspended,
    Map<String, BigDecimal> largestPayouts,
    Map<String, BigDecimal> dailyPayouts,
    BigDecimal payoutsPerHour,
    BigDecimal promptsPerPhone,
    BigDecimal lookUpsPerPhone) {

  /** The least fees, by the currency of the wallet that pays. */
  static final AmountField<CurrencyUnit> LEAST_FEES =
      new AmountField<>("leastFees", List.of(CurrencyUnit.values()), Function.identity());

  private static final ClosedSet SCHEMES = ClosedSet.of("digest", "legacy");
  private static final int FEE_DECIMALS = 5;
  private static final Set<String> AMOUNTS = Set.of("leastFees", "largestPayouts", "dailyPayouts");

  static BusinessForm of(BusinessProfile profile) {
    return new BusinessForm(
        profile.name(),
        profile.callbackUrl().orElse(null),
        profile.collectionCallbackUrl().orElse(null),
        profile.collectionsEnabled(),
        profile.fee().rate().stripTrailingZeros(),
        AmountField.sent(profile.fee().least()),
        profile.signatureScheme().code(),
        profile.suspended(),
        AmountField.sent(profile.limits().largestPayouts()),
        AmountField.sent(profile.limits().dailyPayouts()),
        profile.limits().payoutsPerHour().map(BigDecimal::valueOf).orElse(null),
        profile.limits().promptsPerPhone().map(BigDecimal::valueOf).orElse(null),
        profile.limits().lookUpsPerPhone().map(BigDecimal::valueOf).orElse(null));
  }

  /** The same form with the defaults of a new business in the fields that are missing. */
  BusinessForm withDefaults() {
    return new BusinessForm(
        name,
        callbackUrl,
        collectionCallbackUrl,
        Optional.ofNullable(collectionsEnabled).orElse(false),
        Optional.ofNullable(feeRate).orElse(FeeTerms.USUAL.rate()),
        leastFees,
        Optional.ofNullable(signatureScheme).orElse(SignatureScheme.DIGEST.code()),
        Optional.ofNullable(suspended).orElse(false),
        largestPayouts,
        dailyPayouts,
        payoutsPerHour,
        promptsPerPhone,
        lookUpsPerPhone);
  }

  /**
   * The same form with the fields that were sent. A sent null is a value; a missing field stays,
   * and so does a code that is missing among amounts.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 {@code invalid payload} for a value of
   *     another type
   */
  BusinessForm with(ObjectNode sent, ObjectMapper mapper) {
    ObjectNode fields = mapper.valueToTree(this);
    AmountField.merge(AMOUNTS, sent, fields);
    try {
      return mapper.treeToValue(fields, BusinessForm.class);
    } catch (JsonProcessingException e) {
      throw BodyFault.of(e).asException();
    }
  }

  /**
   * The profile of this form.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 with the name of the first field that breaks
   *     its rule
   */
  BusinessProfile parsed() {
    return new BusinessProfile(
        Fields.required("name", name),
        url("callbackUrl", callbackUrl),
        url("collectionCallbackUrl", collectionCallbackUrl),
        given("collectionsEnabled", collectionsEnabled),
        new FeeTerms(fee(given("feeRate", feeRate)), LEAST_FEES.parsed(leastFees)),
        SignatureScheme.valueOf(
            SCHEMES.required("signatureScheme", signatureScheme).toUpperCase(Locale.ROOT)),
        given("suspended", suspended),
        new LimitFields(
                largestPayouts, dailyPayouts, payoutsPerHour, promptsPerPhone, lookUpsPerPhone)
            .parsed());
  }

  private static Optional<String> url(String field, String text) {
    return Fields.isBlank(text)
        ? Optional.empty()
        : Optional.of(CallbackUrl.parse(field, text).toString());
  }

  private static BigDecimal fee(BigDecimal rate) {
    if (rate.signum() < 0 || rate.compareTo(BigDecimal.ONE) >= 0) {
      throw ApiFault.invalid("feeRate", "must be at least 0 and less than 1").asException();
    }
    BigDecimal plain = rate.stripTrailingZeros();
    if (plain.scale() > FEE_DECIMALS) {
      throw ApiFault.invalid("feeRate", "must have at most 5 decimal places").asException();
    }
    return plain;
  }

  private static <T> T given(String field, T value) {
    if (value == null) {
      throw ApiFault.required(field).asException();
    }
    return value;
  }

  /** The fields as an entry of the audit log has them, for ever. */
  Map<String, Object> audited() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("callbackUrl", masked(callbackUrl));
    fields.put("collectionCallbackUrl", masked(collectionCallbackUrl));
    fields.put("collectionsEnabled", collectionsEnabled);
    fields.put("feeRate", feeRate);
    fields.put("leastFees", leastFees);
    fields.put("signatureScheme", signatureScheme);
    fields.put("suspended", suspended);
    fields.put("largestPayouts", largestPayouts);
    fields.put("dailyPayouts", dailyPayouts);
    fields.put("payoutsPerHour", payoutsPerHour);
    fields.put("promptsPerPhone", promptsPerPhone);
    fields.put("lookUpsPerPhone", lookUpsPerPhone);
    return fields;
  }

  /** Without its query, which often carries a token of the receiver. */
  private static String masked(String url) {
    return url == null ? null : url.replaceFirst("\\?.*", "?…");
  }
}
