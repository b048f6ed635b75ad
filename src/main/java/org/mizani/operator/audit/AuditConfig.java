package org.mizani.operator.audit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Settings {@code payments.audit.*}: the export of the audit log's chain. */
@ConfigMapping(prefix = "payments.audit")
public interface AuditConfig {

  /** Whether each link of the chain is written to the log; by default in production only. */
  Optional<Boolean> export();

  /** Interval at which new links are written to the log. */
  @WithDefault("10s")
  Duration every();
}
