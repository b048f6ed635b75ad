package org.mizani.operator.access;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
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
import org.mizani.http.Fields;
import org.mizani.operator.access.Operators.Issued;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** {@code /operator/operators}: makes, lists and changes the persons among the operators. */
@Path("/operator/operators")
@Cancellable(false)
public class OperatorResource {

  private static final String LIST = "operator/operators";

  private final CurrentOperator current;
  private final Operators operators;
  private final CursorCodec cursors;
  private final ObjectMapper mapper;
  private final int tries;

  OperatorResource(
      CurrentOperator current,
      Operators operators,
      CursorCodec cursors,
      ObjectMapper mapper,
      SecondFactors secondFactors) {
    this.current = current;
    this.operators = operators;
    this.cursors = cursors;
    this.mapper = mapper;
    this.tries = secondFactors.tries();
  }

  /** Makes a person, with a secret that is shown this once. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  public Uni<OperatorAnswer> create(OperatorForm form) {
    Actor actor = current.get();
    Fields.requireBody(form);
    return operators.create(actor, form.key(), form.withDefaults().parsed()).map(this::answer);
  }

  /** All persons, newest first. */
  @GET
  public Uni<ListAnswer<OperatorAnswer>> list(@RestQuery String limit, @RestQuery String cursor) {
    current.require();
    int size = PageSize.DEFAULT.of(limit);
    Cursor after = cursors.decode(LIST, cursor).orElse(Cursor.NEWEST);
    return operators
        .list(after.id(), size + 1)
        .map(found -> Page.of(found, size, item -> Cursor.of(item.id())).map(this::answer))
        .map(page -> cursors.answer(LIST, page));
  }

  /** One person. */
  @GET
  @Path("/{operatorKey}")
  public Uni<OperatorAnswer> read(@RestPath String operatorKey) {
    current.require();
    return operators.read(operatorKey).map(this::answer);
  }

  /** Changes the fields of a person that are sent. */
  @PATCH
  @Path("/{operatorKey}")
  @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
  public Uni<OperatorAnswer> change(@RestPath String operatorKey, ObjectNode fields) {
    Actor actor = current.get();
    Fields.requireBody(fields);
    return operators
        .change(
            actor, operatorKey, profile -> OperatorForm.of(profile).with(fields, mapper).parsed())
        .map(this::answer);
  }

  /** Gives another person a new secret, which is shown this once. */
  @POST
  @Path("/{operatorKey}/secret")
  @ResponseStatus(201)
  public Uni<OperatorAnswer> renewSecret(@RestPath String operatorKey) {
    return operators.renewSecret(current.get(), operatorKey).map(this::answer);
  }

  /** Removes the second factor of another person. */
  @DELETE
  @Path("/{operatorKey}/totp")
  public Uni<OperatorAnswer> removeSecondFactor(@RestPath String operatorKey) {
    return operators.removeSecondFactor(current.get(), operatorKey).map(this::answer);
  }

  private OperatorAnswer answer(Issued issued) {
    return answer(issued.operator(), issued.secret());
  }

  private OperatorAnswer answer(Operator operator) {
    return answer(operator, null);
  }

  private OperatorAnswer answer(Operator operator, String secret) {
    return OperatorAnswer.of(operator, secret, operator.triedCodes() >= tries);
  }
}
