package org.mizani.operator.payment;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.export.*}: exports of payments by operators. */
@ConfigMapping(prefix = "payments.export")
interface ExportConfig {

  /** Payments of one export; a further one goes on after it. */
  @WithDefault("100000")
  int most();

  /** Payments of an export in memory at a time. */
  @WithDefault("500")
  int page();
}
