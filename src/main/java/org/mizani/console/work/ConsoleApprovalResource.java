package org.mizani.console.work;

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
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.console.Answers;
import org.mizani.console.ConsoleForm;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.approval.ApprovalAnswer;
import org.mizani.operator.approval.ApprovalResource;
import org.mizani.operator.approval.ApprovalResource.RefusalForm;

/** {@code /console/approvals/{id}}: a request for approval, and decisions about it. */
@Path("/console/approvals/{id}")
@Produces(Answers.HTML)
@Cancellable(false)
public class ConsoleApprovalResource {

  private static final String REASON = "reason";

  private final ApprovalResource approvals;
  private final CurrentOperator operator;
  private final Frames frames;

  ConsoleApprovalResource(ApprovalResource approvals, CurrentOperator operator, Frames frames) {
    this.approvals = approvals;
    this.operator = operator;
    this.frames = frames;
  }

  /** Templates of {@code templates/work}. */
  @CheckedTemplate(basePath = "work")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance request(Frame frame, Request request);
  }

  /** The request, while it waits with all that is to be approved. */
  @GET
  public Uni<String> show(@RestPath String id, RoutingContext exchange) {
    Frame frame = frames.of(exchange, ConsoleWorkResource.SCREEN);
    boolean decides = operator.may("ApprovalResource.approve");
    return approvals
        .read(id)
        .map(answer -> Request.of(answer, frame.operator(), decides))
        .map(request -> Templates.request(frame, request).render());
  }

  /** Approves it, and carries it out. */
  @POST
  @Path("/approval")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> approve(
      @RestPath String id, byte[] body, RoutingContext exchange) {
    ConsoleForm.read(body, Set.of(), exchange);
    return decided(approvals.approve(id));
  }

  /** Refuses it. */
  @POST
  @Path("/refusal")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> refuse(
      @RestPath String id, byte[] body, RoutingContext exchange) {
    ConsoleForm form = ConsoleForm.read(body, Set.of(REASON), exchange);
    return decided(approvals.refuse(id, new RefusalForm(form.value(REASON))));
  }

  /** Takes it back. */
  @POST
  @Path("/withdrawal")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> withdraw(
      @RestPath String id, byte[] body, RoutingContext exchange) {
    ConsoleForm.read(body, Set.of(), exchange);
    return decided(approvals.withdraw(id));
  }

  private static Uni<RestResponse<String>> decided(Uni<ApprovalAnswer> decision) {
    return decision.map(answer -> Answers.seeOther(Request.PATH + answer.id()));
  }
}
