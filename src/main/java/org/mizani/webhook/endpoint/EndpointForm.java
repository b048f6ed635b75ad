package org.mizani.webhook.endpoint;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.mizani.fault.ApiFault;
import org.mizani.webhook.address.CallbackUrl;

/** Form of a new endpoint. */
@RegisterForReflection
record EndpointForm(String url, List<String> kinds, Boolean ordered) {

  /**
   * The terms of a new endpoint.
   *
   * @param ordered whether an event waits for the earlier one of its payment
   */
  record Terms(CallbackUrl url, List<String> kinds, boolean ordered) {

    @Override
    public String toString() {
      return "Terms[" + url.host() + "]";
    }
  }

  /**
   * The terms of this form.
   *
   * @throws ApiFault.ApiException 400 with the name of the first field that breaks its rule
   */
  Terms parsed() {
    if (url == null || url.isBlank()) {
      throw ApiFault.required("url").asException();
    }
    CallbackUrl parsed = CallbackUrl.parse("url", url);
    if (kinds == null || kinds.isEmpty()) {
      throw ApiFault.required("kinds").asException();
    }
    kinds.forEach(kind -> EventKind.NAMES.required("kinds", kind));
    return new Terms(parsed, EventKind.sorted(kinds), Boolean.TRUE.equals(ordered));
  }

  @Override
  public String toString() {
    return "EndpointForm[…]";
  }
}
