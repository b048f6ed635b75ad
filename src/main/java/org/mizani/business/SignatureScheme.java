package org.mizani.business;

import jakarta.persistence.Converter;
import java.util.Locale;
import org.mizani.database.LowerCaseConverter;

/** Signature scheme of webhooks besides Standard Webhooks (specification, section 6). */
public enum SignatureScheme {
  /** Only the static {@code signature} of every payload (section 6.2). */
  DIGEST,
  /** {@code X-Service-Signature} in addition, keyed with the API secret (section 6.3). */
  LEGACY;

  /** The name in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<SignatureScheme> {

    InDatabase() {
      super(SignatureScheme.class);
    }
  }
}
