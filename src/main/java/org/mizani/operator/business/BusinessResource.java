package org.mizani.operator.business;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.business.BusinessRepository;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** {@code /operator/businesses}: registers, lists and changes businesses. */
@Path("/operator/businesses")
@Cancellable(false)
public class BusinessResource {

  private static final String LIST = "operator/businesses";

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final BusinessChanges changes;
  private final CursorCodec cursors;
  private final ObjectMapper mapper;

  BusinessResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      BusinessChanges changes,
      CursorCodec cursors,
      ObjectMapper mapper) {
    this.operator = operator;
    this.businesses = businesses;
    this.changes = changes;
    this.cursors = cursors;
    this.mapper = mapper;
  }

  /** Registers a business. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  public Uni<BusinessAnswer> create(BusinessForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    return changes
        .create(actor, form.withDefaults().parsed())
        .map(created -> BusinessAnswer.of(created.business(), created.webhookSecret().text()));
  }

  /** All businesses, newest first. */
  @GET
  public Uni<ListAnswer<BusinessAnswer>> list(@RestQuery String limit, @RestQuery String cursor) {
    operator.require();
    int size = PageSize.DEFAULT.of(limit);
    Cursor after = cursors.decode(LIST, cursor).orElse(Cursor.NEWEST);
    return businesses
        .list(after.id(), size + 1)
        .map(found -> Page.of(found, size, item -> Cursor.of(item.id())).map(BusinessAnswer::of))
        .map(page -> cursors.answer(LIST, page));
  }

  /** One business. */
  @GET
  @Path("/{businessId}")
  public Uni<BusinessAnswer> read(@RestPath String businessId) {
    operator.require();
    return businesses.read(PublicIds.business(businessId)).map(BusinessAnswer::of);
  }

  /** Changes the fields of a business that are sent. */
  @PATCH
  @Path("/{businessId}")
  @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
  public Uni<BusinessAnswer> change(@RestPath String businessId, ObjectNode fields) {
    Actor actor = operator.get();
    Fields.requireBody(fields);
    return changes
        .change(
            actor,
            PublicIds.business(businessId),
            profile -> BusinessForm.of(profile).with(fields, mapper).parsed())
        .map(BusinessAnswer::of);
  }
}
