package org.mizani.operator.audit;

import java.util.UUID;

/** What entries of the audit log call the things that something was done to. */
public final class Subjects {

  private Subjects() {}

  public static String payout(UUID serviceReference) {
    return "payout/" + serviceReference;
  }

  public static String collection(UUID id) {
    return "collection/" + id;
  }

  public static String delivery(UUID id) {
    return "webhook-delivery/" + id;
  }

  public static String deliveriesOf(UUID businessId) {
    return "business/" + businessId + "/webhook-deliveries";
  }
}
