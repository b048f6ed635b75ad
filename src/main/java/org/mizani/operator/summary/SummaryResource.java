package org.mizani.operator.summary;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.mizani.operator.access.CurrentOperator;

/** {@code GET /operator/summary}: what waits, what is paused, and what the books carry. */
@Path("/operator/summary")
public class SummaryResource {

  private final CurrentOperator operator;
  private final Summaries summaries;

  SummaryResource(CurrentOperator operator, Summaries summaries) {
    this.operator = operator;
    this.summaries = summaries;
  }

  /** The state of now. */
  @GET
  public Uni<SummaryAnswer> read() {
    operator.require();
    return summaries.read();
  }
}
