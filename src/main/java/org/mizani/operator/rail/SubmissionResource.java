package org.mizani.operator.rail;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.rail.guard.SubmissionMode;
import org.mizani.rail.guard.SubmissionSwitch;

/**
 * {@code /operator/submission}: the switch of all submissions to networks, and the payments that
 * are asked about first after a restore (ADR 22).
 */
@Path("/operator/submission")
public class SubmissionResource {

  private final CurrentOperator operator;
  private final SubmissionSwitch submission;
  private final AskedFirst askedFirst;
  private final AuditLog audit;
  private final InstantSource clock;

  SubmissionResource(
      CurrentOperator operator,
      SubmissionSwitch submission,
      AskedFirst askedFirst,
      AuditLog audit,
      InstantSource clock) {
    this.operator = operator;
    this.submission = submission;
    this.askedFirst = askedFirst;
    this.audit = audit;
    this.clock = clock;
  }

  /**
   * The switch as operators read it.
   *
   * @param pod the mode of the pod that answers
   * @param effective the mode that counts: the stricter of the two
   */
  public record SubmissionAnswer(
      String pod, String effective, String setting, String operators, Instant changedAt) {

    static SubmissionAnswer of(SubmissionSwitch.State state) {
      return new SubmissionAnswer(
          state.pod().code(),
          state.effective().code(),
          state.setting().code(),
          state.operators().code(),
          state.changedAt());
    }
  }

  /** The mode that an operator wants, and why. */
  public record SubmissionForm(String mode, String reason) {}

  /** Payments that are asked about first, and why. */
  public record AskFirstForm(String createdBefore, String reason) {}

  /** Payments that were noted by this request. */
  public record AskFirstAnswer(long payouts, long collections) {}

  /** The switch as it is stored. */
  @GET
  public Uni<SubmissionAnswer> read() {
    operator.require();
    return submission.state().map(SubmissionAnswer::of);
  }

  /** Sets the operators' mode: for this pod at once, for all others within seconds. */
  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<SubmissionAnswer> change(SubmissionForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    SubmissionMode mode =
        Fields.oneOf("mode", form.mode(), SubmissionMode.CODES, SubmissionMode::find);
    String reason = Fields.required("reason", form.reason());
    return audit
        .audited(actor, () -> submission.change(mode), before -> entry(before.code(), mode, reason))
        .chain(submission::look)
        .chain(submission::state)
        .map(SubmissionAnswer::of);
  }

  private static Entry entry(String before, SubmissionMode mode, String reason) {
    return new Entry(
        "submission.change",
        "submission",
        Map.of("mode", before),
        Map.of("mode", mode.code(), "reason", reason));
  }

  /**
   * Has all payments from before this time, which are not final, asked about first. Not while this
   * pod submits: it would call the networks of those that are not noted yet.
   */
  @POST
  @Path("/ask-first")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<AskFirstAnswer> askFirst(AskFirstForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    Instant createdBefore = createdBefore(form.createdBefore());
    String reason = Fields.required("reason", form.reason());
    if (submission.isOn()) {
      return OperatorFault.SUBMISSION_ON.asFailure();
    }
    return askedFirst
        .note(actor, new AskedFirst.Order(createdBefore, reason))
        .map(noted -> new AskFirstAnswer(noted.payouts(), noted.collections()));
  }

  private Instant createdBefore(String text) {
    Instant time =
        IsoTimestamp.find("createdBefore", text)
            .map(IsoTimestamp::inMicros)
            .orElseThrow(() -> ApiFault.required("createdBefore").asException());
    if (time.isAfter(clock.instant())) {
      throw ApiFault.invalid("createdBefore", "must not be in the future").asException();
    }
    return time;
  }
}
