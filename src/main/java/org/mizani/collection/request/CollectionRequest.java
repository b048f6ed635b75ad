package org.mizani.collection.request;

import java.math.BigDecimal;

/**
 * Request body of {@code POST /business/collections} (specification, section 4.13), its fields in
 * the order of the contract's table, in which they are also checked.
 */
public record CollectionRequest(
    BigDecimal amount,
    String currency,
    String mobile,
    String reference,
    String narration,
    String callbackUrl,
    String forceStatus) {

  @Override
  public String toString() {
    return "CollectionRequest[…]";
  }
}
