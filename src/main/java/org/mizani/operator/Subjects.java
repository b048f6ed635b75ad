package org.mizani.operator;

import java.util.UUID;

/** What entries of the audit log call the things that something was done to. */
final class Subjects {

  private Subjects() {}

  static String payout(UUID serviceReference) {
    return "payout/" + serviceReference;
  }

  static String collection(UUID id) {
    return "collection/" + id;
  }

  static String delivery(UUID id) {
    return "webhook-delivery/" + id;
  }

  static String deliveriesOf(UUID businessId) {
    return "business/" + businessId + "/webhook-deliveries";
  }
}
