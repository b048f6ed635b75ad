package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.business.CurrentCaller;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;

/** {@code GET /business/transactions/{businessReference}} (specification, section 4.11). */
@Path("/business/transactions")
@Tag(name = "Transactions")
public class TransactionResource {

  private static final String FIND =
      """
      SELECT %s FROM payout WHERE business_id = $1 AND business_reference = $2
      """
          .formatted(Payout.COLUMNS);

  private final CurrentCaller caller;
  private final Database database;

  TransactionResource(CurrentCaller caller, Database database) {
    this.caller = caller;
    this.database = database;
  }

  /** The payout that the business made under this reference. */
  @GET
  @Path("/{businessReference}")
  @Operation(
      operationId = "getTransaction",
      summary = "Read one payout by your own reference",
      description =
          "What has become of a payout. The example is the one that the example of"
              + " `POST /business/payout/transfer` makes: send that first.")
  @APIResponse(
      responseCode = "200",
      description = "The payout as it stands",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = Transaction.class)))
  @APIResponse(responseCode = "404", ref = "TransactionNotFound")
  public Uni<Transaction> read(@RestPath String businessReference) {
    long businessId = caller.get().businessId();
    if (businessReference.indexOf('\0') >= 0) {
      // PostgreSQL's text has no such character: the question would be an error, not a no.
      throw ApiFault.TRANSACTION_NOT_FOUND.asException();
    }
    return database
        .execute(FIND, Tuple.of(businessId, businessReference))
        .map(TransactionResource::one);
  }

  private static Transaction one(RowSet<Row> rows) {
    if (!rows.iterator().hasNext()) {
      throw ApiFault.TRANSACTION_NOT_FOUND.asException();
    }
    return Transaction.of(Payout.of(rows.iterator().next()));
  }
}
