package org.mizani.http;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.management.*}: health, metrics and the documents of the interfaces. */
@ConfigMapping(prefix = "payments.management")
public interface ManagementConfig {

  /**
   * A port of its own, which then alone serves health and metrics and serves no path but {@code
   * /q}. 0 is any free port; without it production has one and other environments have none.
   */
  OptionalInt port();

  /** The address that the port listens at; without it that of the usual port. */
  Optional<String> host();

  /**
   * Whether partners' document and the page that tries it out are at the usual port too; without it
   * they are but in production.
   */
  Optional<Boolean> publicDocuments();
}
