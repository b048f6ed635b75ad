package org.mizani.launch;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.mizani.launch.WrongConfigurations.WrongConfiguration;

/** Configurations with a wrong limit beyond which an operation waits for another operator. */
final class WrongApprovals {

  private static final String PREFIX = "PAYMENTS_APPROVAL_";
  private static final String AMOUNTS =
      " must be amounts by currency, such as KES:1000000,USD:10000, or never.";
  private static final String TIME = " must be from 1 minute to 30 days.";

  private WrongApprovals() {}

  /** All of them, each with the changes alone. */
  static List<WrongConfiguration> all() {
    return Stream.of(
            wrong("MOVEMENT_ABOVE", "10000", AMOUNTS),
            wrong("RETURN_ABOVE", "KES:-1", AMOUNTS),
            wrong("REFUND_ABOVE", "KES:1,KES:2", AMOUNTS),
            wrong("RAIL_SETTLEMENT_ABOVE", "Never", AMOUNTS),
            wrong(
                "RATE_CHANGE_PERCENT",
                "a tenth",
                " must be a percentage of 0 or more, such as 10, or never."),
            wrong("SWEEPS", "ture", " must be true or false."),
            wrong("SETTLEMENTS", "on", " must be true or false."),
            wrong("FEES", "1", " must be true or false."),
            wrong("OWN_SECRETS", "yes", " must be true or false."),
            wrong("NEW_ACCESS_WAITS", "31d", " must be from 0 seconds to 30 days."),
            wrong(
                "NEW_ACCESS_WAITS",
                "3d",
                " must be shorter than PAYMENTS_APPROVAL_EXPIRES_AFTER: requests of new operators"
                    + " would expire before."),
            wrong("EXPIRES_AFTER", "31d", TIME),
            wrong("DRAW_WITHIN", "0s", TIME),
            wrong("EVERY", "10s", TIME),
            wrong("EVERY", "often", " must be a duration such as 5s, 10m or PT1H."))
        .toList();
  }

  private static WrongConfiguration wrong(String setting, String value, String sentence) {
    return new WrongConfiguration(
        "approval: " + setting + " " + value,
        Map.of(PREFIX + setting, value),
        PREFIX + setting + sentence);
  }
}
