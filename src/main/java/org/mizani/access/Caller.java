package org.mizani.access;

import java.util.Optional;
import java.util.UUID;
import org.mizani.business.BusinessLimits;
import org.mizani.business.FeeTerms;
import org.mizani.business.SecretHash;

/**
 * Caller of a request: its business and API key.
 *
 * @param businessId the database's id
 * @param publicId the id on the wire
 * @param apiKeyId the key that the token was issued for
 * @param apiKey that key's public text
 * @param secretHash the hash of its secret
 * @param webhookSignature the static signature of its webhooks, 64 hexadecimal digits
 *     (specification, section 6.2); a secret
 * @param fee the terms of its fee
 * @param callbackUrl the default URL of its payout webhooks
 * @param collections its terms of collections
 * @param suspended whether all of its requests are refused for now
 * @param permissions the use that its key may be put to
 * @param limits its own limits
 */
public record Caller(
    long businessId,
    UUID publicId,
    long apiKeyId,
    String apiKey,
    SecretHash secretHash,
    String webhookSignature,
    FeeTerms fee,
    Optional<String> callbackUrl,
    CollectionTerms collections,
    boolean suspended,
    KeyPermissions permissions,
    BusinessLimits limits) {

  /**
   * Terms of a business for collections.
   *
   * @param enabled whether an operator has enabled them
   * @param callbackUrl the default URL of their webhooks
   */
  public record CollectionTerms(boolean enabled, Optional<String> callbackUrl) {

    /** The terms of a business without collections. */
    public static final CollectionTerms NONE = new CollectionTerms(false, Optional.empty());
  }

  @Override
  public String toString() {
    return "Caller[" + publicId + "]";
  }
}
