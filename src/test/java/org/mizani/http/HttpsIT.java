package org.mizani.http;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestCertificate;

/** Packaged service with TLS at two of its ports, set up as {@code docs/operations.md} says. */
class HttpsIT {

  private static final String DEMO =
      "{\"apiKey\": \"pk_test_demo\", \"apiSecret\": \"sk_test_demo\"}";

  private static final String OPERATOR =
      "{\"operatorKey\": \"op_test_demo\", \"operatorSecret\": \"os_test_demo\"}";
  private static final Pattern OPERATORS_PORT =
      Pattern.compile("Operators are served at port (\\d+), by TLS");

  @TempDir static Path directory;
  @TempDir static Path other;
  private static TestCertificate certificate;
  private static Path shown;
  private static Path key;
  private static ServiceProcess service;

  @BeforeAll
  static void startWithACertificate() throws IOException {
    certificate = TestCertificate.of("localhost").in(directory);
    shown = Files.copy(certificate.certificatePem(), directory.resolve("operators.crt"));
    key = Files.copy(certificate.keyPem(), directory.resolve("operators.key"));
    service = startWithTls();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void speaksTlsAndRefusesPlainHttp(String version) throws Exception {
    URI auth = service.uri("/business/auth");

    HttpResponse<String> answer = send(client(version), auth, DEMO);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("accessToken");
    assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo(version);
    assertThat(answer.headers().firstValue("Strict-Transport-Security"))
        .hasValue("max-age=31536000");
    // The connection does not time out: it gets an error, or is closed.
    assertThatThrownBy(() -> sendPlainHttp(auth))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(HttpTimeoutException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void operatorsPortSpeaksTlsAndRefusesPlainHttp(String version) throws Exception {
    HttpResponse<String> answer = send(client(version), operatorsAuth(), OPERATOR);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("accessToken");
    assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo(version);
    assertThat(answer.headers().firstValue("Strict-Transport-Security"))
        .hasValue("max-age=31536000");
    assertThatThrownBy(() -> sendPlainHttp(operatorsAuth()))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void operatorsPortShowsACertificateThatIsExchanged() throws Exception {
    TestCertificate next = TestCertificate.of("localhost").in(other);
    try {
      exchange(next);

      Eventually.holds(
          () ->
              assertThat(send(trusting(next), operatorsAuth(), OPERATOR).statusCode())
                  .isEqualTo(200));
      // A key alone is no pair with the certificate: what was shown stays.
      Files.copy(certificate.keyPem(), key, REPLACE_EXISTING);
      Eventually.eventually(service::log, log -> log.contains("do not belong together"));
      assertThat(send(trusting(next), operatorsAuth(), OPERATOR).statusCode()).isEqualTo(200);
    } finally {
      exchange(certificate);
    }
    Eventually.holds(
        () ->
            assertThat(send(trusting(certificate), operatorsAuth(), OPERATOR).statusCode())
                .isEqualTo(200));
  }

  private static void exchange(TestCertificate next) throws IOException {
    Files.copy(next.certificatePem(), shown, REPLACE_EXISTING);
    Files.copy(next.keyPem(), key, REPLACE_EXISTING);
  }

  private static URI operatorsAuth() {
    Matcher port = OPERATORS_PORT.matcher(service.log());
    assertThat(port.find()).as(service.log()).isTrue();
    return URI.create("https://localhost:" + port.group(1) + "/operator/auth");
  }

  private static HttpResponse<String> send(HttpClient client, URI uri, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static ServiceProcess startWithTls() {
    return ServiceProcess.in(directory)
        .sandbox()
        .trusting(certificate.context())
        .environment("QUARKUS_HTTP_SSL_PORT", "0")
        .environment("QUARKUS_HTTP_SSL_CERTIFICATE_FILES", certificate.certificatePem().toString())
        .environment("QUARKUS_HTTP_SSL_CERTIFICATE_KEY_FILES", certificate.keyPem().toString())
        .environment("QUARKUS_HTTP_SSL_CERTIFICATE_RELOAD_PERIOD", "1h")
        .environment("QUARKUS_HTTP_INSECURE_REQUESTS", "disabled")
        .environment("PAYMENTS_OPERATOR_PORT", "0")
        .environment("PAYMENTS_OPERATOR_TLS_CERTIFICATE_FILE", shown.toString())
        .environment("PAYMENTS_OPERATOR_TLS_KEY_FILE", key.toString())
        .environment("PAYMENTS_OPERATOR_TLS_REFRESH_EVERY", "1s")
        .start()
        .awaitReady();
  }

  private static HttpClient client(String version) {
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {version});
    SSLContext context = certificate.context();
    return HttpClient.newBuilder().sslContext(context).sslParameters(parameters).build();
  }

  /** A new one each time: a client keeps its connection, which shows no other certificate. */
  private static HttpClient trusting(TestCertificate trusted) {
    return HttpClient.newBuilder().sslContext(trusted.context()).build();
  }

  private static HttpResponse<String> sendPlainHttp(URI uri) throws Exception {
    URI plain = URI.create(uri.toString().replace("https:", "http:"));
    HttpRequest request = HttpRequest.newBuilder(plain).timeout(PATIENCE).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
