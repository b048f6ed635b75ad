package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.core.json.JsonObject;
import org.mizani.fault.ApiFault;

/**
 * Refusal of an item, as that of a request for its payout alone would be.
 *
 * @param status the HTTP status
 * @param code as in {@code X-Error-Code}
 * @param field as in {@code X-Error-Field}, null without one
 * @param error the contract's message
 * @param serviceReference the payout that has used the reference, null unless that is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemRefusal(
    int status, String code, String field, String error, String serviceReference) {

  static ItemRefusal of(ApiFault fault) {
    return new ItemRefusal(
        fault.status(),
        fault.code().text(),
        fault.details().get("X-Error-Field"),
        fault.message(),
        fault.details().get("X-Service-Reference"));
  }

  static ItemRefusal read(JsonObject stored) {
    return new ItemRefusal(
        stored.getInteger("status"),
        stored.getString("code"),
        stored.getString("field"),
        stored.getString("error"),
        stored.getString("serviceReference"));
  }

  /** The column {@code refusal}. */
  JsonObject stored() {
    return new JsonObject()
        .put("status", status)
        .put("code", code)
        .put("field", field)
        .put("error", error)
        .put("serviceReference", serviceReference);
  }
}
