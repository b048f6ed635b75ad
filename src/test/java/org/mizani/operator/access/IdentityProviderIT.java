package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.FreePort;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestIdentityProvider;

/**
 * Packaged service whose operators log in by an identity provider alone, which answers for the
 * second factor, and is away when the service starts.
 */
class IdentityProviderIT {

  private static final String PERSON = "ann@example.com";

  @TempDir Path directory;

  @Test
  void personsLogInByTheProviderAloneAsSoonAsItIsThere() throws Exception {
    int port = FreePort.number();
    TestIdentityProvider provider = new TestIdentityProvider();
    try (ServiceProcess service =
        ServiceProcess.in(directory)
            .sandbox()
            .environment("PAYMENTS_OPERATOR_OIDC_ISSUER", "http://localhost:" + port)
            .environment("PAYMENTS_OPERATOR_OIDC_CLIENT_ID", TestIdentityProvider.CLIENT)
            .environment("PAYMENTS_OPERATOR_OIDC_SECOND_FACTOR", "mfa")
            .environment("PAYMENTS_OPERATOR_OIDC_ONLY", "true")
            .environment("PAYMENTS_OPERATOR_TOTP", "required")
            .start()
            .awaitReady()) {
      String secret = make(ServiceClient.demoOperator(service));
      ServiceClient client = ServiceClient.of(service);
      Map<String, String> own = Map.of("operatorKey", PERSON, "operatorSecret", secret);

      assertThat(client.post("/operator/auth", own).status()).isEqualTo(401);
      assertThat(logIn(client, "no provider is there").status()).isEqualTo(503);

      provider.open(port);
      Eventually.holds(
          () -> {
            Answer answer =
                logIn(client, provider.sign(provider.claims(PERSON).claim("amr", List.of("mfa"))));
            assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
            String session = answer.body().get("accessToken").textValue();
            assertThat(ServiceClient.of(service).with(session).get("/operator/rates").status())
                .isEqualTo(200);
          });
      assertThat(logIn(client, provider.token(PERSON)).status()).isEqualTo(401);
      assertThat(
              logIn(client, provider.sign(provider.claims(PERSON).claim("amr", List.of("pwd"))))
                  .status())
          .isEqualTo(401);
    } finally {
      provider.stop();
    }
  }

  private static String make(ServiceClient operator) throws IOException {
    return operator
        .post("/operator/operators", Map.of("operatorKey", PERSON, "role", "viewer"))
        .succeeded()
        .get("operatorSecret")
        .textValue();
  }

  private static Answer logIn(ServiceClient client, String token) throws IOException {
    return client.post("/operator/auth/oidc", Map.of("idToken", token));
  }
}
