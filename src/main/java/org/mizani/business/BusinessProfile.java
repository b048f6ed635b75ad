package org.mizani.business;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Profile of a business, as an operator enters it.
 *
 * @param callbackUrl the default URL of its payout webhooks; the caller has checked it
 * @param collectionCallbackUrl the default URL of its collection webhooks; likewise
 * @param feeRate its fee as a share of the sender's amount, from 0 to below 1, 5 decimals at most
 * @param signatureScheme keys issued under the legacy scheme keep their secret, encrypted; others
 *     do not
 * @param suspended whether all of its requests are refused for now
 * @param limits its own limits
 */
public record BusinessProfile(
    String name,
    Optional<String> callbackUrl,
    Optional<String> collectionCallbackUrl,
    boolean collectionsEnabled,
    BigDecimal feeRate,
    SignatureScheme signatureScheme,
    boolean suspended,
    BusinessLimits limits) {

  /** The default fee rate. */
  public static final BigDecimal USUAL_FEE_RATE = new BigDecimal("0.02");

  /** Without its URLs, which may hold tokens. */
  @Override
  public String toString() {
    return "BusinessProfile[" + name + "]";
  }

  /** A business without default URLs, without collections, with the current signature scheme. */
  public static BusinessProfile named(String name) {
    return new BusinessProfile(
        name,
        Optional.empty(),
        Optional.empty(),
        false,
        USUAL_FEE_RATE,
        SignatureScheme.DIGEST,
        false,
        BusinessLimits.NONE);
  }

  /** The same with collections enabled. */
  public BusinessProfile withCollections() {
    return new BusinessProfile(
        name,
        callbackUrl,
        collectionCallbackUrl,
        true,
        feeRate,
        signatureScheme,
        suspended,
        limits);
  }

  /** The same with these default URLs. */
  public BusinessProfile withCallbackUrls(Optional<String> payouts, Optional<String> collections) {
    return new BusinessProfile(
        name,
        payouts,
        collections,
        collectionsEnabled,
        feeRate,
        signatureScheme,
        suspended,
        limits);
  }

  /** The same with this fee rate. */
  public BusinessProfile withFeeRate(BigDecimal rate) {
    return new BusinessProfile(
        name,
        callbackUrl,
        collectionCallbackUrl,
        collectionsEnabled,
        rate,
        signatureScheme,
        suspended,
        limits);
  }

  /** The same with this signature scheme. */
  public BusinessProfile withSignatureScheme(SignatureScheme scheme) {
    return new BusinessProfile(
        name,
        callbackUrl,
        collectionCallbackUrl,
        collectionsEnabled,
        feeRate,
        scheme,
        suspended,
        limits);
  }
}
