package org.mizani.payout.schedule;

import io.vertx.core.json.JsonObject;

/**
 * Answer to an item of a scheduled batch when that was ordered.
 *
 * @param businessReference null where the item names none that could be one
 * @param refusal null if the item waits for its time
 */
public record ScheduledResult(String businessReference, JsonObject refusal) {

  /** Whether the item waits for its time. */
  public boolean isAccepted() {
    return refusal == null;
  }

  JsonObject stored() {
    return new JsonObject().put("businessReference", businessReference).put("refusal", refusal);
  }

  static ScheduledResult read(JsonObject stored) {
    return new ScheduledResult(
        stored.getString("businessReference"), stored.getJsonObject("refusal"));
  }
}
