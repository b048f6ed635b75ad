package org.mizani.payout.schedule;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

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

  /** The column {@code results}. */
  static List<ScheduledResult> list(JsonArray stored) {
    return stored.stream().map(JsonObject.class::cast).map(ScheduledResult::read).toList();
  }

  private static ScheduledResult read(JsonObject stored) {
    return new ScheduledResult(
        stored.getString("businessReference"), stored.getJsonObject("refusal"));
  }
}
