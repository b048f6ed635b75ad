package org.mizani.operator.approval;

import io.quarkus.test.junit.QuarkusMock;
import java.util.HashMap;
import java.util.Map;
import org.mizani.service.ServiceConfig;
import org.mizani.support.Defaults;

/** Limits of approvals, for tests. */
final class ApprovalLimits {

  private static final String PREFIX = "payments.approval.";

  private ApprovalLimits() {}

  /** Sets the limits of the running service until the end of the test. */
  static void set(Map<String, String> settings) {
    QuarkusMock.installMockForType(of("test", settings), ApprovalRules.class);
  }

  /** Rules of an environment with these settings, by their names without prefix. */
  static ApprovalRules of(String environment, Map<String, String> settings) {
    Map<String, String> named = new HashMap<>();
    settings.forEach((name, value) -> named.put(PREFIX + name, value));
    return new ApprovalRules(
        Defaults.with(ApprovalConfig.class, named),
        Defaults.with(ServiceConfig.class, Map.of("payments.environment", environment)));
  }
}
