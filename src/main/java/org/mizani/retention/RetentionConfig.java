package org.mizani.retention;

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

  /** Age at which the personal data of payouts and collections that are final is erased. */
  @WithDefault("3650d")
  Duration personalData();

  /** Age at which webhooks with their bodies and attempts are erased. */
  @WithDefault("30d")
  Duration webhooks();

  /** Age at which what networks sent about payments is erased. */
  @WithDefault("90d")
  Duration callbacks();

  /** Age at which whole months of the operators' audit log are erased. */
  @WithDefault("3650d")
  Duration auditLog();

  /** Rows that one statement deletes. */
  @WithDefault("5000")
  int batch();
}
