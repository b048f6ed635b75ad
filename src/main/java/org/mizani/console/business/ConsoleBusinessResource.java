package org.mizani.console.business;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.operator.business.ApiKeyResource;
import org.mizani.operator.business.BusinessAnswer;
import org.mizani.operator.business.BusinessResource;
import org.mizani.operator.business.OperatorApiKey;
import org.mizani.operator.wallet.WalletResource;
import org.mizani.operator.webhook.WebhookEndpointResource;
import org.mizani.paging.ListAnswer;

/** {@code GET /console/businesses/{businessId}}: a business, its wallets, keys and endpoints. */
@Path("/console/businesses/{businessId}")
@Produces(Answers.HTML)
public class ConsoleBusinessResource {

  private final BusinessResource businesses;
  private final WalletResource wallets;
  private final ApiKeyResource apiKeys;
  private final WebhookEndpointResource endpoints;
  private final Frames frames;

  ConsoleBusinessResource(
      BusinessResource businesses,
      WalletResource wallets,
      ApiKeyResource apiKeys,
      WebhookEndpointResource endpoints,
      Frames frames) {
    this.businesses = businesses;
    this.wallets = wallets;
    this.apiKeys = apiKeys;
    this.endpoints = endpoints;
    this.frames = frames;
  }

  /** Templates of {@code templates/business}. */
  @CheckedTemplate(basePath = "business")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance business(Frame frame, BusinessDetails business);
  }

  /** The business as it is now. */
  @GET
  public Uni<String> show(@RestPath String businessId, RoutingContext exchange) {
    Frame frame = frames.of(exchange, ConsoleBusinessesResource.SCREEN);
    Uni<BusinessAnswer> business = businesses.read(businessId);
    Uni<WalletResource.Wallets> money = wallets.wallets(businessId);
    Uni<ListAnswer<OperatorApiKey>> keys = apiKeys.list(businessId, null, null);
    Uni<WebhookEndpointResource.WebhookEndpoints> receivers = endpoints.list(businessId);
    return Uni.combine()
        .all()
        .unis(business, money, keys, receivers)
        .usingConcurrencyOf(1)
        .with(BusinessDetails::of)
        .map(details -> Templates.business(frame, details).render());
  }
}
