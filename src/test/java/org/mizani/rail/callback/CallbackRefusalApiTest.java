package org.mizani.rail.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;

/** Callbacks that are not taken: their network is told so, and sends them again. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class CallbackRefusalApiTest {

  /** Rails of which no other test has callbacks. */
  private static final String BUSY = "elsewhere";

  private static final String UNLUCKY = "unset";

  private static final String STORED = "SELECT count(*) FROM rail_callback WHERE rail = $1";

  @Inject Rows rows;

  @Test
  void thoseBeyondTheRateOfARailAreRefused() {
    List<HttpResponse<String>> answers = new ArrayList<>();

    eventually(
        () -> {
          answers.addAll(AtOnce.send(100, i -> AtOnce.post("", pathOf(BUSY), "{}")));
          return statuses(answers);
        },
        statuses -> statuses.contains(429));

    assertThat(statuses(answers)).containsOnly(200, 429);
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() == 429)
        .allSatisfy(answer -> assertThat(answer.headers().firstValue("Retry-After")).contains("1"));
    assertThat(rows.count(STORED, BUSY))
        .isEqualTo(statuses(answers).stream().filter(status -> status == 200).count());
  }

  @Test
  void oneThatCannotBeStoredIsNotAcknowledged() {
    rows.execute("ALTER TABLE rail_callback ADD CONSTRAINT broken CHECK (rail <> 'unset')");
    try {
      assertThat(send(UNLUCKY).statusCode()).isGreaterThanOrEqualTo(500);
      assertThat(rows.count(STORED, UNLUCKY)).isZero();
    } finally {
      rows.execute("ALTER TABLE rail_callback DROP CONSTRAINT broken");
    }

    assertThat(send(UNLUCKY).statusCode()).isEqualTo(200);
    assertThat(rows.count(STORED, UNLUCKY)).isOne();
  }

  private static List<Integer> statuses(List<HttpResponse<String>> answers) {
    return answers.stream().map(HttpResponse::statusCode).toList();
  }

  private static Response send(String rail) {
    return given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body("{}")
        .post(pathOf(rail));
  }

  private static String pathOf(String rail) {
    return "/rails/" + rail + "/" + ConnectedProfile.SECRET;
  }
}
