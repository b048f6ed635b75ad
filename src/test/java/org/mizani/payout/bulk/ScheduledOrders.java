package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners.Partner;

/** Orders of batches for a later time, for tests. */
final class ScheduledOrders {

  private ScheduledOrders() {}

  /** A batch that is executed tomorrow, unless a test moves its time. */
  static Map<String, Object> body(List<?> items, boolean atomic) {
    return Map.of("items", items, "atomic", atomic, "executeAt", tomorrow());
  }

  static String tomorrow() {
    return Instant.now().plus(1, ChronoUnit.DAYS).toString();
  }

  static Response send(Partner partner, List<?> items) {
    return partner.request().body(body(items, false)).post(PATH);
  }

  /** The id of a new batch. */
  static String scheduled(Partner partner, List<?> items) {
    JsonValues answer = send(partner, items).created().json();
    assertThat(answer.getString("status")).isEqualTo("scheduled");
    return answer.getString("bulkId");
  }

  static JsonValues read(Partner partner, String id) {
    return partner.request().get(PATH + "/" + id).succeeded().json();
  }

  /** Lets the time of a batch have come so many minutes ago. */
  static void comes(Rows rows, String id, int minutesAgo) {
    rows.execute(
        "UPDATE payout_bulk_schedule SET execute_at = now() - $2 * interval '1 minute',"
            + " due_at = now() - $2 * interval '1 minute' WHERE id = $1",
        UUID.fromString(id),
        minutesAgo);
  }
}
