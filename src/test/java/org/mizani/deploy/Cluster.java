package org.mizani.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;

/** The fields that we use of CloudNativePG's cluster; each of them is required. */
record Cluster(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {

  record Spec(
      int instances,
      String imageName,
      String primaryUpdateStrategy,
      Bootstrap bootstrap,
      Managed managed,
      Postgresql postgresql,
      Affinity affinity,
      ResourceRequirements resources,
      Storage storage,
      Storage walStorage,
      List<Plugin> plugins) {}

  record Bootstrap(InitDb initdb) {}

  record InitDb(String database, String owner, boolean dataChecksums) {}

  record Managed(List<Role> roles) {}

  record Role(String name, String ensure, boolean login, Reference passwordSecret) {}

  record Reference(String name) {}

  record Postgresql(
      Synchronous synchronous,
      Map<String, String> parameters,
      @JsonProperty("pg_hba") List<String> hostBasedAuthentication) {}

  record Synchronous(String method, int number, String dataDurability) {}

  record Affinity(boolean enablePodAntiAffinity, String podAntiAffinityType, String topologyKey) {}

  record Storage(String size) {}

  record Plugin(String name, boolean isWALArchiver, Map<String, String> parameters) {}
}
