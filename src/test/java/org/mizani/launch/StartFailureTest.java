package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.pgclient.PgException;
import java.net.BindException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartFailureTest {

  private final StartFailure failure =
      new StartFailure(
          Map.of(
              "DB_USERNAME", "payments",
              "DB_PASSWORD", "TopSecret99",
              "PAYMENTS_OPERATOR_SECRET", "payment",
              "QUARKUS_HTTP_SSL_CERTIFICATE_FILES", "/tls/tls.crt,/tls/ca.crt",
              "QUARKUS_HTTP_PORT", "70000",
              "QUARKUS_HTTP_ENABLED", "true"));

  @Test
  void namesOurPropertiesByTheirVariables() {
    assertThat(
            failure.sentence(
                wrapped(
                    new ConfigurationException(
                        "payments.rail-float.* and payments.rail.ke.type must be set."))))
        .contains("PAYMENTS_RAIL_FLOAT_* and PAYMENTS_RAIL_KE_TYPE must be set.");
  }

  @Test
  void namesTheSettingOfAFileThatCannotBeRead() {
    assertThat(failure.sentence(wrapped(new NoSuchFileException("/tls/tls.crt"))))
        .contains(
            "QUARKUS_HTTP_SSL_CERTIFICATE_FILES names a file that cannot be read: /tls/tls.crt.");
  }

  @Test
  void namesThePortThatIsTaken() {
    assertThat(
            failure.sentence(
                wrapped(new QuarkusBindException("0.0.0.0", 8080, new BindException("in use")))))
        .contains("QUARKUS_HTTP_PORT: port 8080 is in use by another process.");
  }

  @Test
  void tellsWhyTheDatabaseRefuses() {
    assertThat(
            failure.sentence(
                wrapped(
                    new PgException(
                        "password authentication failed for user \"payments\"",
                        "FATAL",
                        "28P01",
                        null))))
        .contains(
            "The database refuses the service"
                + " (password authentication failed for user \"payments\"):"
                + " check DB_URL, DB_USERNAME and DB_PASSWORD.");
  }

  @Test
  void tellsInTheDatabasesOwnWordsWhatNoCredentialMends() {
    assertThat(
            failure.sentence(
                wrapped(
                    new PgException("sorry, too many clients already", "FATAL", "53300", null))))
        .contains("The database refuses the service: sorry, too many clients already.");
  }

  @Test
  void namesCredentialsForADatabaseThatIsNotThere() {
    assertThat(
            failure.sentence(
                wrapped(new PgException("database \"x\" does not exist", "FATAL", "3D000", null))))
        .contains(
            "The database refuses the service (database \"x\" does not exist):"
                + " check DB_URL, DB_USERNAME and DB_PASSWORD.");
  }

  @Test
  void blamesNoSettingForAWordThatItShares() {
    assertThat(failure.sentence(wrapped(new IllegalArgumentException("no table payments"))))
        .isEmpty();
    assertThat(failure.sentence(wrapped(new IllegalArgumentException("port 70000")))).isEmpty();
  }

  @Test
  void quotesNoValue() {
    assertThat(failure.sentence(wrapped(new IllegalArgumentException("no such: TopSecret99"))))
        .contains("DB_PASSWORD has a value that cannot be used.");
  }

  @Test
  void explainsNoDefect() {
    assertThat(failure.sentence(wrapped(new NullPointerException()))).isEmpty();
    assertThat(failure.sentence(wrapped(new IllegalArgumentException("is true")))).isEmpty();
  }

  private static Throwable wrapped(Throwable cause) {
    return new IllegalStateException("Failed to start", cause);
  }
}
