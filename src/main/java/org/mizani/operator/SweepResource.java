package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.BusinessRegister;
import org.mizani.corridor.BankDirectory;
import org.mizani.fault.ApiFault;
import org.mizani.sweep.Sweeps;

/**
 * {@code /operator/businesses/{businessId}/sweeps}: how collection wallets are emptied at night.
 */
@Path("/operator/businesses/{businessId}/sweeps")
@Tag(name = "Operator")
public class SweepResource {

  private static final String EXAMPLE =
      """
      {"currency": "KES", "channel": "bank", "receiverBankCode": "01",
       "receiverAccountNumber": "1100000001", "minimum": 1000, "time": "23:00"}""";

  private final CurrentOperator operator;
  private final BusinessRegister register;
  private final SweepChanges changes;
  private final Sweeps sweeps;
  private final BankDirectory banks;

  SweepResource(
      CurrentOperator operator,
      BusinessRegister register,
      SweepChanges changes,
      Sweeps sweeps,
      BankDirectory banks) {
    this.operator = operator;
    this.register = register;
    this.changes = changes;
    this.sweeps = sweeps;
    this.banks = banks;
  }

  /** All sweeps of a business. */
  @Schema(requiredProperties = {"businessId", "items"})
  public record SweepList(
      @Schema(description = "The business", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
          String businessId,
      @Schema(description = "By currency") List<SweepAnswer> items) {}

  /** Sets a sweep up, or changes it. */
  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  @Operation(
      operationId = "putSweep",
      summary = "Sweep a collection wallet every night",
      description =
          "Every night at `time`, what the collection wallet of this currency has available is paid"
              + " to the destination, without a fee, if it is at least `minimum`: once, however many"
              + " pods there are. A phone gets whole units; the rest stays for the next night, as"
              + " does what exceeds the corridor's largest payout. If no pod ran at that time it is"
              + " made up for once, whenever one does. If the payout fails, everything comes back to"
              + " the wallet. A wallet has one sweep: this replaces it; `enabled` false stops it. A"
              + " sweep that is enabled, or gets another time, begins with the next time after that."
              + " `GET /operator/payouts` lists the payouts, which partners do not see.")
  @APIResponse(
      responseCode = "200",
      description = "The sweep as it is now, with the name of the destination's holder",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = SweepAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  @APIResponse(responseCode = "422", ref = "NotPayable")
  public Uni<SweepAnswer> put(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId,
      @RequestBody(content = @Content(examples = @ExampleObject(name = "toBank", value = EXAMPLE)))
          SweepForm form) {
    operator.get();
    if (form == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return changes.put(PublicIds.business(businessId), form.parsed(banks)).map(SweepAnswer::of);
  }

  /** The sweeps of a business. */
  @GET
  @Operation(
      operationId = "listSweeps",
      summary = "List a business's sweeps",
      description = "At most one a collection wallet, each with what became of its latest night.")
  @APIResponse(
      responseCode = "200",
      description = "The sweeps",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = SweepList.class)))
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<SweepList> list(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId) {
    operator.get();
    return register
        .read(PublicIds.business(businessId))
        .chain(business -> sweeps.ofBusiness(business.id()))
        .map(all -> new SweepList(businessId, all.stream().map(SweepAnswer::of).toList()));
  }
}
