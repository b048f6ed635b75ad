package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for secrets: the manifests name them, and their values are kept elsewhere. */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Overlay#all")
class SecretRulesTest {

  // The name of a file that holds one is none.
  private static final Pattern SECRET =
      Pattern.compile("(PASSWORD|USERNAME|SECRET|ENCRYPTION|OPERATOR_KEY|TOKEN)(?!.*_FILES?$)");
  private static final Pattern FILES = Pattern.compile("_FILES?$");
  private static final Pattern PATHS = Pattern.compile("/[^,]+(,/[^,]+)*");
  // Made by CloudNativePG, with the keys that its documentation names.
  private static final Map<String, Set<String>> OF_THE_DATABASE =
      Map.of("payments-db-app", Set.of("username", "password"), "payments-db-ca", Set.of("ca.crt"));

  // Made by cert-manager.
  private static final Set<String> OF_A_CERTIFICATE = Set.of("tls.crt", "tls.key", "ca.crt");

  private final Overlay overlay;

  SecretRulesTest(Overlay overlay) {
    this.overlay = overlay;
  }

  @Test
  void noSettingInTheClearIsASecret() {
    for (Container container : overlay.containers()) {
      assertThat(overlay.settings(container))
          .isNotEmpty()
          .allSatisfy((name, value) -> assertThat(SECRET.matcher(name).find()).isFalse());
    }
  }

  /** Or a secret could stand in the clear where the name of its file belongs. */
  @Test
  void aSettingThatNamesFilesHoldsPathsAlone() {
    for (Container container : overlay.containers()) {
      Map<String, String> files = new HashMap<>(overlay.settings(container));
      files.keySet().removeIf(name -> !FILES.matcher(name).find());
      assertThat(files.values()).allMatch(paths -> PATHS.matcher(paths).matches());
    }
    assertThat(overlay.settings(overlay.service())).containsKey("PAYMENTS_OPERATOR_SECRET_FILE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: Secret\\b",
        "-----BEGIN",
        "://[^/\\s:]+:[^/\\s@]+@",
        "\\b[A-Za-z0-9+/]{43}=",
        "\\b[so][ks]_(test|live)_"
      })
  void noManifestTextLooksLikeASecret(String pattern) {
    assertThat(overlay.text()).doesNotContainPattern(pattern);
  }

  /** A password or a key in a variable would stand in the environment of the process. */
  @Test
  void theServiceGetsNamesByReferenceAndSecretsFromFiles() {
    assertThat(overlay.service().getEnv())
        .extracting(EnvVar::getName)
        .containsExactlyInAnyOrder("DB_USERNAME", "PAYMENTS_OPERATOR_KEY");
    assertThat(overlay.settings(overlay.service()))
        .containsKey("DB_URL")
        .containsEntry("DB_PASSWORD_FILE", "/database-role/password");
    assertThat(volume("database-role").getItems())
        .extracting(KeyToPath::getPath)
        .containsExactly("password");
  }

  /** A secret in a variable would change with a roll-out only, and a part of a volume never. */
  @Test
  void theServiceReadsKeysFromTheMountedSecret() {
    SecretVolumeSource keys = volume("keys");

    for (String setting :
        List.of(
            "PAYMENTS_ENCRYPTION_KEYS_FILE",
            "JWT_PRIVATE_KEY_FILE",
            "JWT_PUBLIC_KEY_FILE",
            "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES",
            "PAYMENTS_TOKEN_PUBLISHED_KEY_FILES",
            "PAYMENTS_OPERATOR_SECRET_FILE",
            "PAYMENTS_OPERATOR_PREVIOUS_SECRET_FILE")) {
      assertThat(keys.getItems())
          .extracting(item -> "/keys/" + item.getPath())
          .contains(overlay.settings(overlay.service()).get(setting));
    }
    assertThat(overlay.service().getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals("keys"))
        .allMatch(mount -> mount.getMountPath().equals("/keys") && mount.getSubPath() == null)
        .hasSize(1);
  }

  /** The owner could rewrite what is written once: it is the Job's alone. */
  @Test
  void podsAreAnotherRoleThanTheOwnerOfTheTables() {
    Container job =
        overlay.only(Job.class).getSpec().getTemplate().getSpec().getContainers().get(0);
    Cluster.Role role =
        overlay.only(Cluster.class).spec().managed().roles().stream().findFirst().orElseThrow();

    String secret = reference(overlay.service(), "DB_USERNAME").getName();
    ExternalSecret.Template made =
        overlay.all(ExternalSecret.class).stream()
            .map(external -> external.spec().target())
            .filter(target -> target.name().equals(secret))
            .map(ExternalSecret.Target::template)
            .findFirst()
            .orElseThrow();

    assertThat(volume("database-role").getSecretName()).isEqualTo(secret);
    assertThat(reference(job, "PAYMENTS_DATABASE_SERVICE_ROLE").getName()).isEqualTo(secret);
    assertThat(reference(job, "DB_USERNAME").getName()).isEqualTo("payments-db-app");
    assertThat(made.type()).isEqualTo("kubernetes.io/basic-auth");
    assertThat(made.data()).containsEntry("username", role.name());
    assertThat(role)
        .isEqualTo(
            new Cluster.Role("payments_service", "present", true, new Cluster.Reference(secret)));
    assertThat(overlay.only(Cluster.class).spec().bootstrap().initdb().owner())
        .isNotEqualTo(role.name());
  }

  /** The secret of a volume of the service's pods. */
  private SecretVolumeSource volume(String name) {
    return overlay.pods().stream()
        .flatMap(pod -> pod.getSpec().getVolumes().stream())
        .filter(volume -> volume.getName().equals(name))
        .map(Volume::getSecret)
        .findFirst()
        .orElseThrow();
  }

  private static SecretKeySelector reference(Container container, String variable) {
    return container.getEnv().stream()
        .filter(candidate -> candidate.getName().equals(variable))
        .map(candidate -> candidate.getValueFrom().getSecretKeyRef())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyReferenceIsToAKeyThatIsMade() {
    Map<String, Set<String>> made = made();
    for (Container container : overlay.containers()) {
      container.getEnv().stream()
          .map(variable -> variable.getValueFrom().getSecretKeyRef())
          .filter(Objects::nonNull)
          .forEach(
              reference -> assertThat(made.get(reference.getName())).contains(reference.getKey()));
    }
    List<SecretVolumeSource> mounted =
        overlay.pods().stream()
            .flatMap(pod -> pod.getSpec().getVolumes().stream())
            .map(Volume::getSecret)
            .filter(Objects::nonNull)
            .toList();
    assertThat(mounted)
        .isNotEmpty()
        // Key by key: a secret may hold more than a pod should see.
        .allSatisfy(
            secret ->
                assertThat(secret.getItems())
                    .isNotEmpty()
                    .extracting(KeyToPath::getKey)
                    .isSubsetOf(made.get(secret.getSecretName())));
  }

  @Test
  void backupsAreWrittenWithAKeyThatIsMade() {
    ObjectStore.Credentials credentials =
        overlay.only(ObjectStore.class).spec().configuration().s3Credentials();
    for (SecretKeySelector reference :
        List.of(credentials.accessKeyId(), credentials.secretAccessKey())) {
      assertThat(made().get(reference.getName())).contains(reference.getKey());
    }
  }

  private Map<String, Set<String>> made() {
    Map<String, Set<String>> made = new HashMap<>(OF_THE_DATABASE);
    for (ExternalSecret secret : overlay.all(ExternalSecret.class)) {
      made.put(secret.spec().target().name(), secret.spec().target().template().data().keySet());
    }
    for (Certificate certificate : overlay.all(Certificate.class)) {
      made.put(certificate.spec.secretName, OF_A_CERTIFICATE);
    }
    return made;
  }
}
