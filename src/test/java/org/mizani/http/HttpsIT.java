package org.mizani.http;

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
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestCertificate;

/** Packaged service with TLS of its own, set up as {@code docs/operations.md} says. */
class HttpsIT {

  private static final String DEMO =
      "{\"apiKey\": \"pk_test_demo\", \"apiSecret\": \"sk_test_demo\"}";

  @TempDir static Path directory;
  private static TestCertificate certificate;
  private static ServiceProcess service;

  @BeforeAll
  static void startWithACertificate() {
    certificate = TestCertificate.of("localhost").in(directory);
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
    HttpRequest request =
        HttpRequest.newBuilder(auth)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(DEMO))
            .build();

    HttpResponse<String> answer = client(version).send(request, BodyHandlers.ofString());

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

  private static ServiceProcess startWithTls() {
    return ServiceProcess.in(directory)
        .sandbox()
        .trusting(certificate.context())
        .environment("QUARKUS_HTTP_SSL_PORT", "0")
        .environment("QUARKUS_HTTP_SSL_CERTIFICATE_FILES", certificate.certificatePem().toString())
        .environment("QUARKUS_HTTP_SSL_CERTIFICATE_KEY_FILES", certificate.keyPem().toString())
        .environment("QUARKUS_HTTP_SSL_CERTIFICATE_RELOAD_PERIOD", "1h")
        .environment("QUARKUS_HTTP_INSECURE_REQUESTS", "disabled")
        .start()
        .awaitReady();
  }

  private static HttpClient client(String version) {
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {version});
    SSLContext context = certificate.context();
    return HttpClient.newBuilder().sslContext(context).sslParameters(parameters).build();
  }

  private static HttpResponse<String> sendPlainHttp(URI uri) throws Exception {
    URI plain = URI.create(uri.toString().replace("https:", "http:"));
    HttpRequest request = HttpRequest.newBuilder(plain).timeout(PATIENCE).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
