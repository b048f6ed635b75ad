package org.mizani.access;

import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller.CollectionTerms;
import org.mizani.business.BusinessLimits;
import org.mizani.business.FeeTerms;
import org.mizani.business.SecretHash;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners.Partner;

/** Callers as the service has them once a partner's token is accepted. */
public final class TestCallers {

  private TestCallers() {}

  /** A partner with the usual fees and no limits, who may do everything but collect. */
  public static Caller of(Partner partner, Rows rows) {
    return new Caller(
        partner.businessId(),
        UUID.randomUUID(),
        rows.count("SELECT id FROM api_key WHERE key = $1", partner.apiKey()),
        partner.apiKey(),
        SecretHash.of(partner.apiKey(), partner.apiSecret()),
        "",
        FeeTerms.USUAL,
        Optional.empty(),
        CollectionTerms.NONE,
        false,
        KeyPermissions.ALL,
        BusinessLimits.NONE);
  }
}
