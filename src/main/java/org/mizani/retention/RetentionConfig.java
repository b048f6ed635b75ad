package org.mizani.retention;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/**
 * Settings {@code payments.retention.*}: how long each kind of data is kept. Amounts, references
 * and the ledger are kept for ever.
 */
@ConfigMapping(prefix = "payments.retention")
interface RetentionConfig {

  /** Interval at which months are made and rows are erased. */
  @WithDefault("1h")
  Duration every();

  /** Months after the current one that have a partition. */
  @WithDefault("3")
  int monthsAhead();

  /**
   * Age at which the personal data of payouts and collections that are final is erased, with the
   * words of networks and operators about them.
   */
  @WithDefault("3650d")
  Duration personalData();

  /** Age at which webhooks are erased with their bodies, and whole months of their attempts. */
  @WithDefault("30d")
  Duration webhooks();

  /** Age at which what networks sent about payments is erased. */
  @WithDefault("90d")
  Duration callbacks();

  /** Age at which idempotency keys are erased: until then a repeat gets the first answer. */
  @WithDefault("24h")
  Duration idempotencyKeys();

  /**
   * Age, since they expired, at which quotes that businesses had locked are deleted; not before the
   * keys of their requests, to which the answer is made anew of the quote.
   */
  @WithDefault("7d")
  Duration quotes();

  /**
   * Age at which batches of payouts are deleted, with the results of their items; not before the
   * keys of their requests. The payouts stay.
   */
  @WithDefault("90d")
  Duration bulks();

  /** Age at which whole months of the operators' audit log are erased. */
  @WithDefault("3650d")
  Duration auditLog();

  /** Rows that one statement deletes. */
  @WithDefault("5000")
  int batch();

  /**
   * Validates the settings. The schema refuses what is shorter, too, but for keys: also whoever has
   * stolen the service's password (ADR 15).
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    requireAtLeast(30, personalData(), "personal-data");
    requireAtLeast(7, webhooks(), "webhooks");
    requireAtLeast(7, callbacks(), "callbacks");
    requireAtLeast(1, idempotencyKeys(), "idempotency-keys");
    if (idempotencyKeys().compareTo(personalData()) > 0) { // an answer is made anew of that
      throw new ConfigurationException(
          "payments.retention.idempotency-keys must not exceed payments.retention.personal-data.");
    }
    requireAtLeast(1, quotes(), "quotes");
    requireAtLeast(7, bulks(), "bulks");
    requireAtLeast(365, auditLog(), "audit-log");
    if (monthsAhead() < 1 || monthsAhead() > 24) {
      throw new ConfigurationException("payments.retention.months-ahead must be 1 to 24.");
    }
    if (batch() < 1) {
      throw new ConfigurationException("payments.retention.batch must be 1 or more.");
    }
  }

  private static void requireAtLeast(int days, Duration age, String setting) {
    if (age.compareTo(Duration.ofDays(days)) < 0) {
      throw new ConfigurationException(
          "payments.retention.%s must be %s or longer."
              .formatted(setting, days == 1 ? "a day" : days + " days"));
    }
  }
}
