package org.mizani.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;

/** The fields that we use of cert-manager's certificate, of an authority or of a server. */
final class Certificate {

  @JsonProperty String apiVersion;
  @JsonProperty String kind;
  @JsonProperty ObjectMeta metadata;
  @JsonProperty CertificateSpec spec;

  static final class CertificateSpec {
    @JsonProperty String secretName;
    @JsonProperty boolean isCA;
    @JsonProperty String commonName;
    @JsonProperty List<String> dnsNames = List.of();
    @JsonProperty List<String> usages = List.of();
    @JsonProperty String duration;
    @JsonProperty String renewBefore;
    @JsonProperty PrivateKey privateKey;
    @JsonProperty IssuerRef issuerRef;
  }

  /** Each of its fields is required: the defaults are of another encoding. */
  record PrivateKey(String algorithm, int size, String encoding, String rotationPolicy) {}

  record IssuerRef(String kind, String name) {}
}
