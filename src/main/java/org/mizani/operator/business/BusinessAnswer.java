package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.mizani.business.Business;

/**
 * Answer with a business.
 *
 * @param webhookSecret shown once, in the answer to the registration
 */
public record BusinessAnswer(
    String businessId,
    String name,
    String callbackUrl,
    String collectionCallbackUrl,
    boolean collectionsEnabled,
    BigDecimal feeRate,
    Map<String, BigDecimal> leastFees,
    String signatureScheme,
    boolean suspended,
    Map<String, BigDecimal> largestPayouts,
    Map<String, BigDecimal> dailyPayouts,
    BigDecimal payoutsPerHour,
    BigDecimal promptsPerPhone,
    BigDecimal lookUpsPerPhone,
    Instant createdAt,
    Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String webhookSecret) {

  static BusinessAnswer of(Business business) {
    return of(business, null);
  }

  static BusinessAnswer of(Business business, String webhookSecret) {
    BusinessForm form = BusinessForm.of(business.profile());
    return new BusinessAnswer(
        business.publicId().toString(),
        form.name(),
        form.callbackUrl(),
        form.collectionCallbackUrl(),
        form.collectionsEnabled(),
        form.feeRate(),
        form.leastFees(),
        form.signatureScheme(),
        form.suspended(),
        form.largestPayouts(),
        form.dailyPayouts(),
        form.payoutsPerHour(),
        form.promptsPerPhone(),
        form.lookUpsPerPhone(),
        business.createdAt().truncatedTo(ChronoUnit.MILLIS),
        business.updatedAt().truncatedTo(ChronoUnit.MILLIS),
        webhookSecret);
  }

  @Override
  public String toString() {
    return "BusinessAnswer[" + businessId + "]";
  }
}
