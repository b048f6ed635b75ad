package org.mizani.corridor;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.corridor.BankDirectory.Bank;
import org.mizani.fault.ApiFault;

/** {@code GET /business/banks} (specification, sections 2.7 and 4.9). */
@Path("/business/banks")
public class BankResource {

  private final BankDirectory directory;

  BankResource(BankDirectory directory) {
    this.directory = directory;
  }

  /** The banks of one country. */
  public record Banks(String countryCode, List<Bank> items) {}

  /**
   * The banks of a country.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if {@code countryCode} is missing or has no
   *     banks
   */
  @GET
  public Banks list(@RestQuery String countryCode) {
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
