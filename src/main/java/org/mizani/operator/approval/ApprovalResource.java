package org.mizani.operator.approval;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.access.RefusedOperation;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** {@code /operator/approvals}: requests that wait for another operator, and those that ended. */
@Path("/operator/approvals")
@Cancellable(false)
public class ApprovalResource {

  private static final UUID NEWEST = new UUID(-1, -1);

  private final CurrentOperator operator;
  private final Database database;
  private final ApprovalDecisions decisions;
  private final CursorCodec cursors;

  ApprovalResource(
      CurrentOperator operator,
      Database database,
      ApprovalDecisions decisions,
      CursorCodec cursors) {
    this.operator = operator;
    this.database = database;
    this.decisions = decisions;
    this.cursors = cursors;
  }

  /** Why a request is refused. */
  public record RefusalForm(String reason) {}

  /** The requests, newest first. */
  @GET
  public Uni<ListAnswer<ApprovalAnswer>> list(
      @RestQuery String status, @RestQuery String limit, @RestQuery String cursor) {
    operator.require();
    Optional<ApprovalStatus> wanted =
        Fields.isBlank(status)
            ? Optional.empty()
            : Optional.of(
                Fields.oneOf("status", status, ApprovalStatus.codes(), ApprovalStatus::find));
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/approvals/" + wanted;
    UUID below = cursors.decode(list, cursor).map(Cursor::uuid).orElse(NEWEST);
    return database
        .read(() -> Approval.below(below, wanted, size + 1))
        .map(found -> Page.of(found, size, item -> Cursor.of(item.requestedAt(), item.id())))
        .map(page -> cursors.answer(list, page.map(ApprovalAnswer::of)));
  }

  /** One request, while it waits with all that is to be approved. */
  @GET
  @Path("/{id}")
  public Uni<ApprovalAnswer> read(@RestPath String id) {
    operator.require();
    return decisions.read(idOf(id));
  }

  /** Approves a request, and carries it out. */
  @POST
  @Path("/{id}/approval")
  public Uni<ApprovalAnswer> approve(@RestPath String id) {
    Actor actor = operator.get();
    return audited(decisions.approve(actor, idOf(id)));
  }

  /** Refuses a request. */
  @POST
  @Path("/{id}/refusal")
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<ApprovalAnswer> refuse(@RestPath String id, RefusalForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    return audited(decisions.refuse(actor, idOf(id), Fields.required("reason", form.reason())));
  }

  /** A decision of which the audit log has the refusal, if this operator may not take it. */
  private Uni<ApprovalAnswer> audited(Uni<ApprovalAnswer> decision) {
    Function<ApiException, RefusedOperation> refusals = operator.refusals();
    return decision
        .onFailure(ApprovalDecisions::isOfOtherPerson)
        .transform(refusal -> refusals.apply((ApiException) refusal));
  }

  /** Takes a request back. */
  @DELETE
  @Path("/{id}")
  public Uni<ApprovalAnswer> withdraw(@RestPath String id) {
    Actor actor = operator.get();
    return decisions.withdraw(actor, idOf(id));
  }

  private static UUID idOf(String id) {
    return PublicIds.read(id, OperatorFault.APPROVAL_NOT_FOUND);
  }
}
