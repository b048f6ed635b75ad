package org.mizani.corridor;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
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
  public record Banks(String countryCode, List<Bank> items) {}

  /** The banks of a country that payouts reach. */
  @GET
  @Operation(
      operationId = "listBanks",
      summary = "List the banks that payouts reach",
      description =
          "`code` is what `receiverBankCode` takes; it is a text, and leading zeros count."
              + " `swiftCode` is empty where none is known.")
  public Banks list(
      @Parameter(
              required = true,
              description = "`KE` or `ZA`",
              examples = @ExampleObject(name = "demo", value = "KE"))
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
