package org.mizani.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;

/** The fields that we use of cert-manager's issuer, which signs by itself or for an authority. */
final class Issuer {

  @JsonProperty String apiVersion;
  @JsonProperty String kind;
  @JsonProperty ObjectMeta metadata;
  @JsonProperty IssuerSpec spec;

  static final class IssuerSpec {
    @JsonProperty Map<String, Object> selfSigned;
    @JsonProperty Authority ca;
  }

  record Authority(String secretName) {}
}
