package org.mizani.access;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;
import org.mizani.business.SecretHash;

/**
 * The business behind a request, with what requests need of it.
 *
 * @param businessId the database's id
 * @param publicId the id on the wire
 * @param apiKeyId the key that the token was issued for
 * @param apiKey that key's public text
 * @param secretHash what its secret is checked against
 * @param webhookSignature the static signature of its webhooks, 64 hexadecimal digits
 *     (specification, section 6.2); a secret
 * @param feeRate its fee as a share of the sender's amount
 * @param callbackUrl where its payout webhooks go by default
 * @param collections what it may do of collections
 * @param suspended whether it may not do anything for now
 */
public record Caller(
    long businessId,
    UUID publicId,
    long apiKeyId,
    String apiKey,
    SecretHash secretHash,
    String webhookSignature,
    BigDecimal feeRate,
    Optional<String> callbackUrl,
    CollectionTerms collections,
    boolean suspended) {

  /**
   * What a business may do of collections.
   *
   * @param enabled whether an administrator has enabled them
   * @param callbackUrl where their webhooks go by default
   */
  public record CollectionTerms(boolean enabled, Optional<String> callbackUrl) {

    /** Those of a business that does not collect. */
    public static final CollectionTerms NONE = new CollectionTerms(false, Optional.empty());
  }

  @Override
  public String toString() {
    return "Caller[" + publicId + "]";
  }
}
