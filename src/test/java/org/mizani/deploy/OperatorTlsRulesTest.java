package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for TLS at the operators' port: its certificate, its names and its authority. */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Overlay#all")
class OperatorTlsRulesTest {

  private static final String CERTIFICATE = "payments-operator";

  /** The alert PaymentsOperatorCertificateEnds is raised so long before the end. */
  private static final Duration ALERTED = Duration.ofDays(7);

  private final Overlay overlay;

  OperatorTlsRulesTest(Overlay overlay) {
    this.overlay = overlay;
  }

  /** A pod reads the files again; a part of a volume (subPath) would stay as it was. */
  @Test
  void thePortShowsTheMountedCertificate() {
    SecretVolumeSource mounted = mounted();
    var mount =
        overlay.service().getVolumeMounts().stream()
            .filter(candidate -> candidate.getName().equals("operator-certificate"))
            .findFirst()
            .orElseThrow();

    assertThat(mount.getSubPath()).isNull();
    assertThat(mount.getReadOnly()).isTrue();
    assertThat(mounted.getItems())
        .extracting(KeyToPath::getKey)
        .containsExactlyInAnyOrder("tls.crt", "tls.key");
    assertThat(overlay.settings(overlay.service()))
        .containsEntry(
            "PAYMENTS_OPERATOR_TLS_CERTIFICATE_FILE",
            mount.getMountPath() + "/" + pathOf(mounted, "tls.crt"))
        .containsEntry(
            "PAYMENTS_OPERATOR_TLS_KEY_FILE",
            mount.getMountPath() + "/" + pathOf(mounted, "tls.key"));
  }

  @Test
  void theCertificateIsOfTheNamesThatOperatorsUse() {
    String namespace = overlay.only(Namespace.class).getMetadata().getName();

    assertThat(certificate(CERTIFICATE).dnsNames)
        .containsExactly(
            service().getMetadata().getName() + "." + namespace + ".svc",
            // By a port-forward.
            "localhost");
    assertThat(certificate(CERTIFICATE).usages).containsExactly("digital signature", "server auth");
  }

  @Test
  void operatorsConnectAtThePortOfHttps() {
    assertThat(service().getSpec().getPorts())
        .singleElement()
        .matches(port -> port.getTargetPort().equals(new IntOrString("operator")))
        .extracting(ServicePort::getPort)
        .isEqualTo(443);
  }

  /** The port changes with its pods, after the schema (roll-out). */
  @Test
  void theServiceIsRolledOutWithItsPods() {
    assertThat(service().getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/component", "service");
  }

  /** By default cert-manager writes PKCS#1, and the service is promised to read PKCS#8. */
  @Test
  void theKeyIsOneThatTheServiceReads() {
    assertThat(certificate(CERTIFICATE).privateKey)
        .isEqualTo(new Certificate.PrivateKey("ECDSA", 256, "PKCS8", "Always"));
  }

  @Test
  void theCertificateIsRenewedBeforeItsAlert() {
    Certificate.CertificateSpec spec = certificate(CERTIFICATE);

    assertThat(duration(spec.renewBefore))
        .isGreaterThan(ALERTED)
        .isLessThan(duration(spec.duration));
  }

  @Test
  void theCertificateIsSignedByTheAuthorityOfItsNamespace() {
    Certificate.CertificateSpec authority = certificate("payments-operator-ca");

    assertThat(certificate(CERTIFICATE).isCA).isFalse();
    assertThat(authority.isCA).isTrue();
    assertThat(authority.duration).isEqualTo("87600h");
    assertThat(issuer(certificate(CERTIFICATE)).ca)
        .isEqualTo(new Issuer.Authority(authority.secretName));
    assertThat(issuer(authority).selfSigned).isEmpty();
    // Operators who trust it go on: another key would be another authority.
    assertThat(authority.privateKey.rotationPolicy()).isEqualTo("Never");
  }

  @Test
  void noPodHasTheKeyOfTheAuthority() {
    assertThat(overlay.pods())
        .flatExtracting(pod -> pod.getSpec().getVolumes())
        .extracting(Volume::getSecret)
        .filteredOn(Objects::nonNull)
        .extracting(SecretVolumeSource::getSecretName)
        .contains(certificate(CERTIFICATE).secretName)
        .doesNotContain(certificate("payments-operator-ca").secretName);
  }

  private SecretVolumeSource mounted() {
    String secret = certificate(CERTIFICATE).secretName;
    List<SecretVolumeSource> found =
        overlay.deployment().getSpec().getTemplate().getSpec().getVolumes().stream()
            .filter(volume -> volume.getName().equals("operator-certificate"))
            .map(Volume::getSecret)
            .toList();
    assertThat(found).singleElement().matches(source -> source.getSecretName().equals(secret));
    return found.get(0);
  }

  private static String pathOf(SecretVolumeSource secret, String key) {
    return secret.getItems().stream()
        .filter(item -> item.getKey().equals(key))
        .map(KeyToPath::getPath)
        .findFirst()
        .orElseThrow();
  }

  private Certificate.CertificateSpec certificate(String name) {
    return overlay.all(Certificate.class).stream()
        .filter(certificate -> certificate.metadata.getName().equals(name))
        .map(certificate -> certificate.spec)
        .findFirst()
        .orElseThrow(() -> new AssertionError(overlay + " has no Certificate " + name));
  }

  private Issuer.IssuerSpec issuer(Certificate.CertificateSpec certificate) {
    assertThat(certificate.issuerRef.kind()).isEqualTo("Issuer");
    return overlay.all(Issuer.class).stream()
        .filter(issuer -> issuer.metadata.getName().equals(certificate.issuerRef.name()))
        .map(issuer -> issuer.spec)
        .findFirst()
        .orElseThrow();
  }

  private Service service() {
    return overlay.all(Service.class).stream()
        .filter(service -> service.getMetadata().getName().equals("payments-operator"))
        .findFirst()
        .orElseThrow();
  }

  private static Duration duration(String hours) {
    return Duration.parse("PT" + hours);
  }
}
