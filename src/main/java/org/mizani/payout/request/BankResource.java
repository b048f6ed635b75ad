package org.mizani.payout.request;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.BankDirectory.Bank;
import org.mizani.fault.ApiFault;

/** {@code GET /business/banks} (specification, sections 2.7 and 4.9). */
@Path("/business/banks")
public class BankResource {

  private final CurrentCaller caller;
  private final BankDirectory directory;

  BankResource(CurrentCaller caller, BankDirectory directory) {
    this.caller = caller;
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
    caller.get(KeyScope.READ);
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
