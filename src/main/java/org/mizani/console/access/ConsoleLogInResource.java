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
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.AuthResource.AuthAnswer;
import org.mizani.console.Answers;
import org.mizani.console.ConsoleForm;
import org.mizani.console.ConsoleSession;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.access.OperatorAuthResource;
import org.mizani.operator.access.OperatorAuthResource.IdentityAuthRequest;
import org.mizani.operator.access.OperatorAuthResource.OperatorAuthRequest;
import org.mizani.operator.access.OperatorConfig;

/** {@code /console/log-in}: begins a session, by a secret or by an identity token. */
@Path("/console/log-in")
@Produces(Answers.HTML)
@Cancellable(false)
public class ConsoleLogInResource {

  private static final String HOME = "/console";
  private static final String KEY = "operatorKey";
  private static final String SECRET = "operatorSecret";
  private static final String TOKEN = "idToken";
  private static final String CODE = "code";
  private static final int TOO_MANY = 429;
  private static final String WRONG_SECRET = "Key, secret or code is wrong.";
  private static final String WRONG_TOKEN = "Token or code is wrong, or was used before.";

  private final OperatorAuthResource operators;
  private final Frames frames;
  private final boolean identityProvider;

  ConsoleLogInResource(OperatorAuthResource operators, Frames frames, OperatorConfig config) {
    this.operators = operators;
    this.frames = frames;
    this.identityProvider = config.hasIdentityProvider();
  }

  /** Templates of {@code templates/access}. */
  @CheckedTemplate(basePath = "access")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance login(
        Frame frame, boolean identityProvider, String operatorKey, String refusal);
  }

  /** The page of the log-in. */
  @GET
  public String show() {
    return page("", "");
  }

  private String page(String operatorKey, String refusal) {
    return Templates.login(frames.ofStrangers(), identityProvider, operatorKey, refusal).render();
  }

  /** Logs in by key and secret, and the code of the second factor if there is one. */
  @POST
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> logIn(byte[] body, RoutingContext exchange) {
    ConsoleForm form = ConsoleForm.read(body, Set.of(KEY, SECRET, CODE));
    String key = form.value(KEY).strip();
    OperatorAuthRequest request =
        new OperatorAuthRequest(key, form.value(SECRET), form.value(CODE));
    return session(key, WRONG_SECRET, () -> operators.authenticate(request, exchange));
  }

  /** Logs in by an identity token of the operators' provider. */
  @POST
  @Path("/identity")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> logInByIdentity(byte[] body, RoutingContext exchange) {
    ConsoleForm form = ConsoleForm.read(body, Set.of(TOKEN, CODE));
    IdentityAuthRequest request =
        new IdentityAuthRequest(form.value(TOKEN).strip(), form.value(CODE));
    return session("", WRONG_TOKEN, () -> operators.authenticateByIdentity(request, exchange));
  }

  private Uni<RestResponse<String>> session(
      String key, String wrong, Supplier<Uni<AuthAnswer>> logIn) {
    return Answers.begun(logIn)
        .map(ConsoleLogInResource::begun)
        .onFailure(ApiException.class)
        .recoverWithItem(refusal -> refused(key, wrong, refusal.fault()));
  }

  private static RestResponse<String> begun(AuthAnswer answer) {
    ConsoleSession session = new ConsoleSession(answer.accessToken());
    return Answers.seeOther(HOME, session.cookie(Duration.ofSeconds(answer.expiresIn())));
  }

  private RestResponse<String> refused(String key, String wrong, ApiFault fault) {
    return Answers.page(fault.status(), page(key, words(fault, wrong)));
  }

  private static String words(ApiFault fault, String wrong) {
    if (fault.equals(ApiFault.INVALID_CREDENTIALS)) {
      return wrong;
    }
    if (fault.equals(OperatorFault.CODE_REQUIRED)) {
      return "This person has a second factor: enter the secret again, and the code of now.";
    }
    if (fault.status() == TOO_MANY) {
      long seconds = fault.retryAfter().map(Duration::toSeconds).orElse(0L);
      return "Too many log-ins have failed. Try again in %d seconds.".formatted(seconds + 1);
    }
    return fault.message().equals(OperatorFault.OPERATOR_CREDENTIALS_REQUIRED.message())
        ? "Enter your key and your secret."
        : fault.message();
  }
}
