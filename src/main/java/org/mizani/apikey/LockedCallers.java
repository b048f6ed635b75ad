package org.mizani.apikey;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.access.Caller;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.Business;
import org.mizani.business.BusinessRepository;
import org.mizani.business.KeyScope;
import org.mizani.business.KeyTerms;
import org.mizani.fault.ApiFault;

/**
 * Callers read again under the lock of their business: a {@link Caller} may be some seconds old,
 * and its business suspended or its key revoked by now.
 */
@Singleton
public final class LockedCallers {

  private final BusinessRepository businesses;
  private final ApiKeys apiKeys;

  LockedCallers(BusinessRepository businesses, ApiKeys apiKeys) {
    this.businesses = businesses;
    this.apiKeys = apiKeys;
  }

  /**
   * Caller as it is until its transaction ends.
   *
   * @param own its key
   * @param usable all valid keys of its business whose secrets are known to it
   */
  public record LockedCaller(ApiKey own, List<ApiKey> usable) {}

  /**
   * Locks the caller's business in the transaction of the caller of this method.
   *
   * @throws ApiFault.ApiException (as failure) 403 if the business is suspended by now, or the key
   *     lacks the scope; 401 if the key has ended
   */
  public Uni<LockedCaller> lock(Caller caller, KeyScope scope) {
    return businesses
        .lock(caller.publicId())
        .invoke(LockedCallers::requireActive)
        .chain(business -> apiKeys.usable(business.id()))
        .map(usable -> new LockedCaller(own(usable, caller, scope), usable));
  }

  private static void requireActive(Business business) {
    if (business.profile().suspended()) {
      throw ApiFault.BUSINESS_SUSPENDED.asException();
    }
  }

  private static ApiKey own(List<ApiKey> usable, Caller caller, KeyScope scope) {
    ApiKey own =
        usable.stream()
            .filter(key -> key.id() == caller.apiKeyId())
            .findFirst()
            .orElseThrow(ApiFault.KEY_REVOKED::asException);
    requireScope(own.terms(), scope);
    return own;
  }

  /** Refuses (403) what a key of these terms may not do. */
  static void requireScope(KeyTerms own, KeyScope scope) {
    if (!own.scopes().contains(scope)) {
      throw ApiFault.scopeMissing(scope.code()).asException();
    }
  }
}
