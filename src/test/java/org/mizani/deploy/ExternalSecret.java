package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;

/** The fields that we use of the External Secrets operator's object; each of them is required. */
record ExternalSecret(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {

  record Spec(
      String refreshInterval, StoreRef secretStoreRef, Target target, List<Source> dataFrom) {}

  record StoreRef(String kind, String name) {}

  record Target(String name, String creationPolicy, Template template) {}

  record Template(String type, String engineVersion, Map<String, String> data) {}

  record Source(Extract extract) {}

  record Extract(String key) {}

  /** The key under which the region's store keeps the secret. */
  String remoteKey() {
    return spec.dataFrom().get(0).extract().key();
  }
}
