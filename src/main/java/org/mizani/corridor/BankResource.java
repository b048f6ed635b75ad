package org.mizani.corridor;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.fault.ApiFault;

/** {@code GET /business/banks} (specification, sections 2.7 and 4.9). */
@Path("/business/banks")
@Tag(name = "Banks")
public class BankResource {

  private final BankDirectory directory;

  BankResource(BankDirectory directory) {
    this.directory = directory;
  }

  /** The banks of one country. */
  @Schema(requiredProperties = {"countryCode", "items"})
  public record Banks(
      String countryCode, @Schema(description = "Its banks, by code") List<Bank> items) {}

  /** The banks of a country that payouts reach. */
  @GET
  @Operation(
      operationId = "listBanks",
      summary = "List the banks that payouts reach",
      description =
          "`code` is what `receiverBankCode` takes; it is a text, and leading zeros count."
              + " `swiftCode` is empty where none is known.")
  @APIResponse(
      responseCode = "200",
      description = "The banks of the country",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = Banks.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Banks list(
      @Parameter(
              description = "Country of the banks",
              required = true,
              example = "KE",
              schema =
                  @Schema(
                      type = SchemaType.STRING,
                      enumeration = {"KE", "ZA"}))
          @RestQuery
          String countryCode) {
    if (countryCode == null || countryCode.isBlank()) {
      throw ApiFault.required("countryCode").asException();
    }
    return directory
        .findCountry(countryCode)
        .map(country -> new Banks(country.name(), directory.banksOf(country)))
        .orElseThrow(
            () -> ApiFault.notOneOf("countryCode", directory.countryCodes()).asException());
  }
}
