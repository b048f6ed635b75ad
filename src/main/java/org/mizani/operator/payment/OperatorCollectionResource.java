package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.collection.CollectionRepository;
import org.mizani.collection.CollectionStatus;
import org.mizani.collection.RecordedCollection;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;

/** {@code /operator/collections}: how collections fare. */
@Path("/operator/collections")
public class OperatorCollectionResource {

  private static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "operator/collections",
          CollectionStatus.wireNames(),
          name -> CollectionStatus.ofWireName(name).map(CollectionStatus::code));

  private final CurrentOperator operator;
  private final CursorCodec cursors;
  private final CollectionRepository register;
  private final CollectionHistories histories;

  OperatorCollectionResource(
      CurrentOperator operator,
      CursorCodec cursors,
      CollectionRepository register,
      CollectionHistories histories) {
    this.operator = operator;
    this.cursors = cursors;
    this.register = register;
    this.histories = histories;
  }

  /** Collections, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RecordedCollections(List<RecordedCollection> items, String nextCursor) {}

  /** Collections of all businesses, newest first. */
  @GET
  public Uni<RecordedCollections> list(
      @RestQuery String status,
      @RestQuery String businessId,
      @RestQuery String olderThan,
      @RestQuery String flagged,
      @RestQuery String limit,
      @RestQuery String cursor) {
    operator.get();
    ListFilter filter =
        new ListFilter.Query(status, businessId, olderThan, flagged, limit, cursor)
            .parse(KIND, cursors);
    return register
        .list(filter)
        .map(page -> new RecordedCollections(page.items(), cursors.next(filter.list(), page)));
  }

  /** One collection with its timeline. */
  @GET
  @Path("/{id}")
  public Uni<CollectionHistory> read(@RestPath String id) {
    operator.get();
    return histories.find(CollectionHistories.idOf(id));
  }
}
