package org.mizani.business;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What an administrator says of a business.
 *
 * @param callbackUrl where its payout webhooks go by default; the caller has checked it
 * @param collectionCallbackUrl where its collection webhooks go by default; likewise
 * @param feeRate its fee as a share of the sender's amount, from 0 to below 1, 5 decimals at most
 * @param signatureScheme keys that it gets under the legacy scheme keep their secret, encrypted,
 *     and others do not
 * @param suspended whether it may not do anything for now
 */
public record BusinessProfile(
    String name,
    Optional<String> callbackUrl,
    Optional<String> collectionCallbackUrl,
    boolean collectionsEnabled,
    BigDecimal feeRate,
    SignatureScheme signatureScheme,
    boolean suspended) {

  /** The fee rate of a business of which nothing else is said (decisions, "Payouts"). */
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
        false);
  }

  /** The same with collections enabled. */
  public BusinessProfile withCollections() {
    return new BusinessProfile(
        name, callbackUrl, collectionCallbackUrl, true, feeRate, signatureScheme, suspended);
  }

  /** The same with these default URLs. */
  public BusinessProfile withCallbackUrls(Optional<String> payouts, Optional<String> collections) {
    return new BusinessProfile(
        name, payouts, collections, collectionsEnabled, feeRate, signatureScheme, suspended);
  }

  /** The same with this signature scheme. */
  public BusinessProfile withSignatureScheme(SignatureScheme scheme) {
    return new BusinessProfile(
        name, callbackUrl, collectionCallbackUrl, collectionsEnabled, feeRate, scheme, suspended);
  }
}
