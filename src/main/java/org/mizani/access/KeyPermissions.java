package org.mizani.access;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import org.mizani.address.Networks;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.SourceNetwork;

/**
 * Permissions of an API key.
 *
 * @param scopes the kinds of operations that it may be used for
 * @param networks the networks that it may be used from; all, if there are none
 */
public record KeyPermissions(Set<KeyScope> scopes, Networks networks) {

  /** All operations, from every address. */
  public static final KeyPermissions ALL =
      new KeyPermissions(Set.of(KeyScope.values()), Networks.of());

  static KeyPermissions of(String[] scopes, String[] networks) {
    return new KeyPermissions(KeyScope.stored(scopes), Networks.parse(List.of(networks)));
  }

  /**
   * @throws org.mizani.fault.ApiFault.ApiException 403 if the scope is not one of the key's
   */
  void require(KeyScope scope) {
    if (!scopes.contains(scope)) {
      throw ApiFault.scopeMissing(scope.code()).asException();
    }
  }

  /**
   * Refuses a request from an address outside the networks, or without an address.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 403
   */
  void requireAllowed(HttpServerRequest request) {
    if (!networks.areNone() && !isAllowed(SourceNetwork.addressOf(request))) {
      throw ApiFault.ADDRESS_NOT_ALLOWED.asException();
    }
  }

  private boolean isAllowed(String address) {
    return SourceNetwork.parse(address).filter(networks::contain).isPresent();
  }
}
