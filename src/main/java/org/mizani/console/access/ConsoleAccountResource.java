package org.mizani.console.access;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
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
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.operator.access.OperatorAuthResource;
import org.mizani.operator.access.OperatorAuthResource.OwnSecretForm;
import org.mizani.operator.access.SecondFactorResource;
import org.mizani.operator.access.SecondFactorResource.ConfirmationForm;

/**
 * {@code /console/account}: a person's own second factor and secret. Both end all sessions once
 * they are in force, so the next page is the log-in.
 */
@Path("/console/account")
@Produces(Answers.HTML)
@Cancellable(false)
public class ConsoleAccountResource {

  private static final String SCREEN = "/console/account";
  private static final String LOG_IN = "/console/log-in";
  private static final String SECRET = "operatorSecret";
  private static final String CODE = "code";

  private final SecondFactorResource secondFactors;
  private final OperatorAuthResource operators;
  private final Frames frames;

  ConsoleAccountResource(
      SecondFactorResource secondFactors, OperatorAuthResource operators, Frames frames) {
    this.secondFactors = secondFactors;
    this.operators = operators;
    this.frames = frames;
  }

  /** Templates of {@code templates/access}. */
  @CheckedTemplate(basePath = "access")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance account(Frame frame);

    static native TemplateInstance enrolment(Frame frame, String uri, String secret);

    static native TemplateInstance secret(Frame frame, String secret);
  }

  /** What a person may do about its own access. */
  @GET
  public Uni<String> show(RoutingContext exchange) {
    return Uni.createFrom().item(Templates.account(frames.of(exchange, SCREEN)).render());
  }

  /** Begins the enrolment of a second factor, and shows its secret this once. */
  @POST
  @Path("/second-factor")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<String> begin(byte[] body, RoutingContext exchange) {
    ConsoleForm.read(body, Set.of(), exchange);
    Frame frame = frames.of(exchange, SCREEN);
    return secondFactors
        .begin()
        .map(begun -> Templates.enrolment(frame, begun.uri(), secretOf(begun.uri())).render());
  }

  /** The secret of an authenticator's URI in groups of four, to be typed. */
  static String secretOf(String uri) {
    return uri.replaceFirst("^.*[?&]secret=([A-Z2-7]*).*$", "$1").replaceAll("(.{4})(?=.)", "$1 ");
  }

  /** Confirms it by its first code. */
  @POST
  @Path("/second-factor/confirmation")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> confirm(byte[] body, RoutingContext exchange) {
    ConsoleForm form = ConsoleForm.read(body, Set.of(CODE), exchange);
    return secondFactors
        .confirm(new ConfirmationForm(form.value(CODE)))
        .map(confirmed -> Answers.seeOther(LOG_IN, ConsoleSession.noCookie()));
  }

  /** Replaces the person's secret by another one, and shows it this once. */
  @POST
  @Path("/secret")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<String> replaceSecret(byte[] body, RoutingContext exchange) {
    ConsoleForm form = ConsoleForm.read(body, Set.of(SECRET, CODE), exchange);
    return operators
        .replaceSecret(new OwnSecretForm(form.value(SECRET), form.value(CODE)))
        .map(
            replaced -> Templates.secret(frames.ofStrangers(), replaced.operatorSecret()).render());
  }
}
