package org.mizani.console.access;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Set;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.console.Answers;
import org.mizani.console.ConsoleForm;
import org.mizani.console.ConsoleSession;
import org.mizani.operator.access.OperatorAuthResource;

/** {@code POST /console/log-out}: ends the session, here and in the browser. */
@Path("/console/log-out")
@Produces(Answers.HTML)
@Cancellable(false)
public class ConsoleLogOutResource {

  private static final String LOG_IN = "/console/log-in";

  private final OperatorAuthResource operators;

  ConsoleLogOutResource(OperatorAuthResource operators) {
    this.operators = operators;
  }

  /** Ends the session. */
  @POST
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> logOut(byte[] body, RoutingContext exchange) {
    ConsoleForm.read(body, Set.of(), exchange);
    return operators.logOut().map(ended -> Answers.seeOther(LOG_IN, ConsoleSession.noCookie()));
  }
}
