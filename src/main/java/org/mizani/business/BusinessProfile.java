package org.mizani.business;

import java.util.Optional;

/**
 * Profile of a business, as an operator enters it.
 *
 * @param callbackUrl the default URL of its payout webhooks; the caller has checked it
 * @param collectionCallbackUrl the default URL of its collection webhooks; likewise
 * @param fee the terms of its fee
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
    FeeTerms fee,
    SignatureScheme signatureScheme,
    boolean suspended,
    BusinessLimits limits) {

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
        FeeTerms.USUAL,
        SignatureScheme.DIGEST,
        false,
        BusinessLimits.NONE);
  }

  /** The same with collections enabled. */
  public BusinessProfile withCollections() {
    return new BusinessProfile(
        name, callbackUrl, collectionCallbackUrl, true, fee, signatureScheme, suspended, limits);
  }

  /** The same with these default URLs. */
  public BusinessProfile withCallbackUrls(Optional<String> payouts, Optional<String> collections) {
    return new BusinessProfile(
        name, payouts, collections, collectionsEnabled, fee, signatureScheme, suspended, limits);
  }

  /** The same with these terms of its fee. */
  public BusinessProfile withFee(FeeTerms terms) {
    return new BusinessProfile(
        name,
        callbackUrl,
        collectionCallbackUrl,
        collectionsEnabled,
        terms,
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
        fee,
        scheme,
        suspended,
        limits);
  }

  /** The same with these limits of its own. */
  public BusinessProfile withLimits(BusinessLimits own) {
    return new BusinessProfile(
        name,
        callbackUrl,
        collectionCallbackUrl,
        collectionsEnabled,
        fee,
        signatureScheme,
        suspended,
        own);
  }
}
