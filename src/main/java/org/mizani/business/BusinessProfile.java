package org.mizani.business;

import java.util.Optional;

/**
 * What an administrator says of a business when it is registered.
 *
 * @param callbackUrl where its payout webhooks go by default; the caller has checked it
 * @param collectionCallbackUrl where its collection webhooks go by default; likewise
 * @param signatureScheme must be decided before it gets its keys: the legacy scheme's keep their
 *     secret, sealed, and others do not
 */
public record BusinessProfile(
    String name,
    Optional<String> callbackUrl,
    Optional<String> collectionCallbackUrl,
    boolean collectionsEnabled,
    SignatureScheme signatureScheme) {

  /** Without its URLs, which may hold tokens. */
  @Override
  public String toString() {
    return "BusinessProfile[" + name + "]";
  }

  /** A business without default URLs, without collections, with the current signature scheme. */
  public static BusinessProfile named(String name) {
    return new BusinessProfile(
        name, Optional.empty(), Optional.empty(), false, SignatureScheme.DIGEST);
  }

  /** The same with collections enabled. */
  public BusinessProfile withCollections() {
    return new BusinessProfile(name, callbackUrl, collectionCallbackUrl, true, signatureScheme);
  }

  /** The same with these default URLs. */
  public BusinessProfile withCallbackUrls(Optional<String> payouts, Optional<String> collections) {
    return new BusinessProfile(name, payouts, collections, collectionsEnabled, signatureScheme);
  }

  /** The same with this signature scheme. */
  public BusinessProfile withSignatureScheme(SignatureScheme scheme) {
    return new BusinessProfile(
        name, callbackUrl, collectionCallbackUrl, collectionsEnabled, scheme);
  }
}
