package org.mizani.console;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.mizani.console.ConsoleAssets.Asset;
import org.mizani.fault.ApiFault;

/** {@code GET /console/assets}: stylesheet and scripts, for the log-in without a session. */
@Path("/console/assets")
public class ConsoleAssetResource {

  private final ConsoleAssets assets;

  ConsoleAssetResource(ConsoleAssets assets) {
    this.assets = assets;
  }

  /** A file, which never changes below its path. */
  @GET
  @Path("/{version}/{name}")
  public RestResponse<byte[]> file(
      @RestPath String version, @RestPath String name, RoutingContext exchange) {
    Asset asset = assets.find(version, name).orElseThrow(ApiFault.NOT_FOUND::asException);
    // In place of the one that all other answers have.
    exchange.response().putHeader("Cache-Control", "public, max-age=31536000, immutable");
    return ResponseBuilder.create(RestResponse.Status.OK, asset.bytes())
        .header("Content-Type", asset.type())
        .build();
  }
}
