package org.mizani.screening;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.RestHeader;

/** The screening service's interface. */
@Path("")
@Consumes(MediaType.APPLICATION_JSON)
public interface ScreeningApi {

  @POST
  Uni<Response> screen(@RestHeader("Idempotency-Key") String serviceReference, String request);
}
