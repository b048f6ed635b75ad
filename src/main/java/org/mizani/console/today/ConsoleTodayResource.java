package org.mizani.console.today;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.http.DataLagHeader;
import org.mizani.operator.summary.SummaryResource;

/** {@code GET /console}: what waits now, by age, and the state of rails and books. */
@Path("/console")
@Produces(Answers.HTML)
public class ConsoleTodayResource {

  private static final String SCREEN = "/console";

  private final SummaryResource summary;
  private final Frames frames;

  ConsoleTodayResource(SummaryResource summary, Frames frames) {
    this.summary = summary;
    this.frames = frames;
  }

  /** Templates of {@code templates/today}. */
  @CheckedTemplate(basePath = "today")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance today(Frame frame, Today today);
  }

  /** The state of now. */
  @GET
  public Uni<String> show(RoutingContext exchange) {
    Frame frame = frames.of(exchange, SCREEN);
    return summary
        .read()
        .map(answer -> Today.of(answer, DataLagHeader.lagOf(exchange)))
        .map(today -> Templates.today(frame, today).render());
  }
}
