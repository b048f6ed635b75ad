package org.mizani.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.body;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.RawHttp;
import org.mizani.support.TestDatabase;

/** A service whose console is left out. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class ConsoleSwitchApiTest {

  @Inject OwnPort operators;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console",
        "/console/log-in",
        "/console/nothing",
        "//console/log-in",
        "/%63onsole/log-in",
        "/operator/../console/log-in"
      })
  void allOfItsPathsAreNotFound(String target) {
    RawHttp.Answer answer =
        RawHttp.send(
            operators.number(), RawHttp.request("GET " + target).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status() + " " + answer.body()).isEqualTo("404 " + body("not found"));
  }
}
