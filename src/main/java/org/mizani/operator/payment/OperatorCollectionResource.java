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
import org.mizani.operator.business.FilteredLists;
import org.mizani.operator.business.Filters;

/** {@code /operator/collections}: how collections fare. */
@Path("/operator/collections")
public class OperatorCollectionResource {

  private static final FilteredLists.Kind KIND =
      new FilteredLists.Kind(
          "operator/collections",
          CollectionStatus.wireNames(),
          name -> CollectionStatus.ofWireName(name).map(CollectionStatus::code));

  private final CurrentOperator operator;
  private final FilteredLists lists;
  private final CollectionRepository register;
  private final CollectionHistories histories;

  OperatorCollectionResource(
      CurrentOperator operator,
      FilteredLists lists,
      CollectionRepository register,
      CollectionHistories histories) {
    this.operator = operator;
    this.lists = lists;
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
    Filters filters = new Filters(status, businessId, olderThan, flagged, limit, cursor);
    return lists.page(KIND, filters, register::list, RecordedCollections::new);
  }

  /** One collection with its timeline. */
  @GET
  @Path("/{id}")
  public Uni<CollectionHistory> read(@RestPath String id) {
    operator.get();
    return histories.find(CollectionHistories.idOf(id));
  }
}
