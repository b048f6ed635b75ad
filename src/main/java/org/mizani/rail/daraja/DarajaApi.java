package org.mizani.rail.daraja;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** The network's interface. */
@Path("/")
@Consumes(MediaType.APPLICATION_JSON)
public interface DarajaApi {

  @GET
  @Path("/oauth/v1/generate")
  Uni<Response> token(
      @RestHeader("Authorization") String basic, @RestQuery("grant_type") String grantType);

  /** Any operation: they all lie three steps below the host. */
  @POST
  @Path("/{area}/{product}/{version}/{operation}")
  Uni<Response> send(
      @RestHeader("Authorization") String bearer,
      @RestPath String area,
      @RestPath String product,
      @RestPath String version,
      @RestPath String operation,
      String request);
}
