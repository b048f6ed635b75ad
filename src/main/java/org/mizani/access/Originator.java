package org.mizani.access;

import java.util.UUID;

/**
 * Whose request began something, with what its webhook needs of that.
 *
 * @param businessId the database's id
 * @param publicId the business's id on the wire
 * @param apiKeyId the key that made the request
 * @param webhookSignature that key's static signature (specification, section 6.2); a secret
 */
public record Originator(long businessId, UUID publicId, long apiKeyId, String webhookSignature) {

  /** The one behind a request that is being answered. */
  public static Originator of(Caller caller) {
    return new Originator(
        caller.businessId(), caller.publicId(), caller.apiKeyId(), caller.webhookSignature());
  }

  @Override
  public String toString() {
    return "Originator[" + publicId + "]";
  }
}
