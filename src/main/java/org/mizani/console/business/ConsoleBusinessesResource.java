package org.mizani.console.business;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.console.Shown;
import org.mizani.operator.business.BusinessAnswer;
import org.mizani.operator.business.BusinessResource;
import org.mizani.paging.ListAnswer;

/** {@code GET /console/businesses}: all businesses, newest first. */
@Path("/console/businesses")
@Produces(Answers.HTML)
public class ConsoleBusinessesResource {

  static final String SCREEN = "/console/businesses";

  private final BusinessResource businesses;
  private final Frames frames;

  ConsoleBusinessesResource(BusinessResource businesses, Frames frames) {
    this.businesses = businesses;
    this.frames = frames;
  }

  /** Templates of {@code templates/business}. */
  @CheckedTemplate(basePath = "business")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance list(Frame frame, List<Row> rows, String next);
  }

  /** Business in the list. */
  public record Row(
      String path,
      String name,
      String id,
      boolean suspended,
      String collections,
      String createdAt) {

    private static Row of(BusinessAnswer business) {
      return new Row(
          SCREEN + "/" + business.businessId(),
          business.name(),
          business.businessId(),
          business.suspended(),
          Shown.yes(business.collectionsEnabled()),
          Shown.time(business.createdAt()));
    }
  }

  /** A page of the list. */
  @GET
  public Uni<String> list(@RestQuery String cursor, RoutingContext exchange) {
    Frame frame = frames.of(exchange, SCREEN);
    return businesses
        .list(null, cursor)
        .map(
            answer ->
                Templates.list(frame, answer.items().stream().map(Row::of).toList(), next(answer))
                    .render());
  }

  private static String next(ListAnswer<BusinessAnswer> answer) {
    return Optional.ofNullable(answer.nextCursor())
        .map(cursor -> URLEncoder.encode(cursor, StandardCharsets.UTF_8))
        .map(cursor -> SCREEN + "?cursor=" + cursor)
        .orElse("");
  }
}
