package org.mizani.rail.check;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.RestPath;

/** Address that is to be reached: a network's, or the one at which networks reach this service. */
@Path("/")
public interface AddressApi {

  @GET
  Uni<Response> get();

  @POST
  @Path("/rails/{rail}/{secret}")
  Uni<Response> callBack(@RestPath String rail, @RestPath String secret, String body);
}
