package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;

/** {@code POST /operator/collections/{id}/callbacks}: the callbacks about a collection. */
@Path("/operator/collections/{id}/callbacks")
public class CollectionCallbacksResource {

  private final CurrentOperator operator;
  private final CallbackReveals reveals;

  CollectionCallbacksResource(CurrentOperator operator, CallbackReveals reveals) {
    this.operator = operator;
    this.reveals = reveals;
  }

  /** The callbacks; those of a collection that does not exist are not in the audit log. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RevealedCallbacks> reveal(@RestPath String id, RevealForm form) {
    Actor actor = operator.get();
    String reason = RevealForm.reasonOf(form);
    CallbackSubject collection =
        new CallbackSubject(Kind.COLLECTION, PublicIds.read(id, ApiFault.COLLECTION_NOT_FOUND));
    return reveals.reveal(actor, collection, reason, ApiFault.COLLECTION_NOT_FOUND);
  }
}
