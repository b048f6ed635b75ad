package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.BulkFault;
import org.mizani.http.PublicIds;

/** Batches of payouts for a later time: {@code /business/payouts/bulk/{bulkId}} (ADR 36). */
@Path("/business/payouts")
public class ScheduledBulkResource {

  private final ScheduledBulks scheduled;
  private final CurrentCaller caller;

  ScheduledBulkResource(ScheduledBulks scheduled, CurrentCaller caller) {
    this.scheduled = scheduled;
    this.caller = caller;
  }

  /** Cancels a batch whose execution has not begun. */
  @DELETE
  @Path("/bulk/{bulkId}")
  public Uni<BulkAnswer> cancel(@RestPath String bulkId) {
    return scheduled.cancel(caller.get(KeyScope.PAY), PublicIds.read(bulkId, BulkFault.NOT_FOUND));
  }
}
