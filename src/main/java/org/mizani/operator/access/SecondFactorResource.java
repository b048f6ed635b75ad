package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Fields;

/** {@code /operator/auth/totp}: enrols an operator's own second factor. */
@Path("/operator/auth/totp")
@Cancellable(false)
public class SecondFactorResource {

  private final CurrentOperator current;
  private final SecondFactors secondFactors;

  SecondFactorResource(CurrentOperator current, SecondFactors secondFactors) {
    this.current = current;
    this.secondFactors = secondFactors;
  }

  /** Answer: the URI that an authenticator app reads, with the secret. */
  public record EnrolmentAnswer(String uri) {

    @Override
    public String toString() {
      return "EnrolmentAnswer[…]";
    }
  }

  /** The first code that the authenticator app shows. */
  public record ConfirmationForm(String code) {

    @Override
    public String toString() {
      return "ConfirmationForm[…]";
    }
  }

  /** Begins an enrolment. */
  @POST
  @ResponseStatus(201)
  public Uni<EnrolmentAnswer> begin() {
    return secondFactors.begin(person()).map(EnrolmentAnswer::new);
  }

  /** Confirms it. */
  @POST
  @Path("/confirmation")
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<OperatorAnswer> confirm(ConfirmationForm form) {
    Actor actor = person();
    Fields.requireBody(form);
    return secondFactors
        .confirm(actor, Fields.required("code", form.code()))
        .map(operator -> OperatorAnswer.of(operator, null, false));
  }

  private Actor person() {
    Actor actor = current.get();
    if (!current.session().isPerson()) {
      throw OperatorFault.NO_PERSON.asException();
    }
    return actor;
  }
}
