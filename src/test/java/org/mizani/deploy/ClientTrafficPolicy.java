package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;

/**
 * The fields that we use of Envoy Gateway's policy for clients of a Gateway; each of them is
 * required.
 */
record ClientTrafficPolicy(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {

  record Spec(List<Target> targetRefs, Headers headers, Timeout timeout) {}

  record Target(String group, String kind, String name) {}

  record Headers(EarlyRequestHeaders earlyRequestHeaders, String requestID) {}

  /** Changes of headers before Envoy adds its own. */
  record EarlyRequestHeaders(List<String> remove) {}

  record Timeout(Http http) {}

  record Http(String requestReceivedTimeout) {}
}
