package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model of the manifests refuses mistakes that an API server would refuse. */
class StrictModelTest {

  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: Service
      metadata:
        name: payments
        labels: {tier: front}
      spec:
        selector: {app: payments}
        ports:
          - name: http
            port: 80
            targetPort: http
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings
      data:
        PORT: "8081"
      ---
      apiVersion: external-secrets.io/v1
      kind: ExternalSecret
      metadata:
        name: keys
      spec:
        refreshInterval: 1h
        secretStoreRef: {kind: ClusterSecretStore, name: payments}
        target:
          name: keys
          creationPolicy: Owner
          template:
            type: Opaque
            engineVersion: v2
            data: {key: "{{ .key }}"}
        dataFrom:
          - extract: {key: payments/keys}
      """;

  @Test
  void readsValidManifests() {
    assertThat(StrictModel.parse(MANIFESTS)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: http      | name: http%n      targetport: http | Unrecognized field \"targetport\"",
        "kind: Service   | kind: Service%nspecs: {} | Unrecognized field \"specs\"",
        "selector: {app  | selectors: {app | missing field \"selector\"",
        "labels:         | label:          | label",
        "kind: ExternalSecret | kind: Secret | no kind Secret",
        "apiVersion: v1  | apiVersion: v2  | no kind Service of v2",
        "port: 80        | port: eighty    | eighty",
        "PORT: \"8081\"  | PORT: 8081      | Cannot coerce Integer",
        "tier: front     | tier: true      | Cannot coerce Boolean",
        "- name: http    | - protocol: TCP | missing field \"name\"",
        "refreshInterval: 1h | refresh: 1h | refresh",
        "engineVersion: v2 | engineVersion: v2%n      mergePolice: Merge | Unrecognized field \"mergePolice\"",
        "extract: {key: payments/keys} | extract: {} | Missing creator property 'key'",
        "name: settings  | name: a%n  name: b | Duplicate"
      })
  void refusesInvalidManifests(String right, String wrong, String complaint) {
    String mutated = MANIFESTS.replaceFirst(Pattern.quote(right), wrong.formatted());

    assertThat(mutated).isNotEqualTo(MANIFESTS);
    assertThatThrownBy(() -> StrictModel.parse(mutated)).hasMessageContaining(complaint);
  }
}
