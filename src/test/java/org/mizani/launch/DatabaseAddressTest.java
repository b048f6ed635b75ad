package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.launch.sandbox.LaunchException;

class DatabaseAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://localhost/payments",
        "postgresql://payments-db-rw:5432/payments?sslmode=verify-full",
        "postgresql://10.0.0.1:5432/payments?sslmode=require&application_name=a%20b",
        "postgresql://[::1]:5432/pay-ments_2",
        "postgresql://db.example.com:5432/pay%20ments"
      })
  void takesAddressesThatBothDriversRead(String url) {
    assertThat(DatabaseAddress.parse("DB_URL", url).toString())
        .isEqualTo(url.replace("postgresql://", "").replaceAll("[?].*", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "localhost:5432/payments",
        "postgres://localhost/payments",
        "jdbc:postgresql://localhost/payments",
        "postgresql://localhost:0/payments",
        "postgresql://localhost:65536/payments",
        "postgresql:///payments",
        "postgresql://localhost/",
        "postgresql://localhost/pay ments",
        "postgresql://localhost/payments#x"
      })
  void refusesOthersWithoutQuotingThem(String url) {
    assertThatThrownBy(() -> DatabaseAddress.parse("DB_URL", url))
        .isInstanceOf(LaunchException.class)
        .hasMessage("DB_URL must be like postgresql://host:port/name.");
  }

  @Test
  void refusesAUserOfTheReplicaByItsOwnSettings() {
    assertThatThrownBy(() -> DatabaseAddress.parse("DB_READ_URL", "postgresql://u:p@db/x"))
        .hasMessage(
            "DB_READ_URL must hold no user and no password:"
                + " set DB_READ_USERNAME and DB_READ_PASSWORD.");
  }
}
