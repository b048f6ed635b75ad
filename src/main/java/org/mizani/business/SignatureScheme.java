package org.mizani.business;

import java.util.Locale;

/** How a business's webhooks are signed besides Standard Webhooks (specification, section 6). */
public enum SignatureScheme {
  /** The static {@code signature} of every payload, and nothing more (section 6.2). */
  DIGEST,
  /** {@code X-Service-Signature} in addition, keyed with the API secret (section 6.3). */
  LEGACY;

  /** The name in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
