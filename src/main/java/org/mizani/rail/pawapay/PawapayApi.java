package org.mizani.rail.pawapay;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.RestPath;

/** The network's interface, version 2. */
@Path("/v2")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public interface PawapayApi {

  @POST
  @Path("/payouts")
  Uni<Response> pay(String payout);

  @GET
  @Path("/payouts/{id}")
  Uni<Response> payout(@RestPath String id);

  @POST
  @Path("/deposits")
  Uni<Response> collect(String deposit);

  @GET
  @Path("/deposits/{id}")
  Uni<Response> deposit(@RestPath String id);

  @POST
  @Path("/refunds")
  Uni<Response> refund(String refund);

  @GET
  @Path("/refunds/{id}")
  Uni<Response> refunded(@RestPath String id);

  @POST
  @Path("/predict-provider")
  Uni<Response> predictProvider(String phone);

  @GET
  @Path("/public-key/http")
  Uni<Response> publicKeys();

  @GET
  @Path("/wallet-balances")
  Uni<Response> balances();

  @GET
  @Path("/availability")
  Uni<Response> availability();
}
