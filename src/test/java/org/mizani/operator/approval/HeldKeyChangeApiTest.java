package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.read;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/**
 * Changes of API keys, of which another operator approves those by which one that pays or manages
 * keys may do more.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldKeyChangeApiTest {

  @Inject Rows rows;
  @Inject Requests requests;

  private HeldKeys keys;

  @BeforeEach
  void createBusiness() {
    keys = HeldKeys.ofNewBusiness();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'scopes':['read']} | {'scopes':['read','pay']}",
        "{'scopes':['pay']}  | {'scopes':['pay','read']}",
        "{'scopes':['read']} | {'scopes':['read','manage']}",
        "{'scopes':['manage']} | {'scopes':['manage','read']}",
        "{'scopes':['pay'],'allowedNetworks':['203.0.113.0/24']} | {'allowedNetworks':null}",
        "{'scopes':['pay'],'allowedNetworks':['203.0.113.0/24']} | {'allowedNetworks':['0.0.0.0/0']}",
        "{'scopes':['pay'],'expiresAt':'2036-01-01T00:00:00Z'} | {'expiresAt':null}",
        "{'scopes':['pay'],'expiresAt':'2036-01-01T00:00:00Z'} | {'expiresAt':'2036-01-01T00:00:01Z'}"
      })
  void aChangeByWhichAKeyMayDoMoreWaits(String terms, String change) {
    String key = keys.issuedAlone(terms);
    JsonObject before = keys.listed().get(0);

    Response answer = keys.change(key, change);

    String request = waiting(answer);
    assertThat(answer.<String>path("action")).isEqualTo("api-key.change");
    assertThat(answer.<String>path("subject")).isEqualTo(keys.subjectOf(key));
    assertThat(keys.listed()).containsExactly(before);
    assertThat(waiting(keys.change(key, change))).as("a repeat").isEqualTo(request);
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(keys.listed().get(0)).isNotEqualTo(before);
    Map<String, Object> asked = read(request).json().getMap("asked");
    Map<?, ?> changed = (Map<?, ?>) asked.remove("before");
    assertThat(keys.listed().get(0).getMap()).containsAllEntriesOf(asked);
    assertThat(changed)
        .isNotEmpty()
        .allSatisfy(
            (field, value) ->
                assertThat(value)
                    .isEqualTo(before.getMap().get(field))
                    .isNotEqualTo(asked.get(field)));
    assertThat(requests.entries(keys.subjectOf(key)))
        .containsExactly(
            new Entry("api-key.create", TestOperator.KEY),
            new Entry("api-key.change", TestOperator.KEY));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'scopes':['read']}       | {'scopes':['read','collect','verify'],'expiresAt':null}",
        "{'scopes':['pay','read']} | {'scopes':['read']}",
        "{'scopes':['pay']}        | {'name':'Payroll'}",
        "{'scopes':['pay']}        | {'allowedNetworks':['203.0.113.0/24']}",
        "{'scopes':['pay'],'allowedNetworks':['203.0.113.0/24','192.0.2.0/24']} | {'allowedNetworks':['192.0.2.0/24']}",
        "{'scopes':['pay'],'allowedNetworks':['203.0.113.0/24']} | {'scopes':['read'],'allowedNetworks':null}",
        "{'scopes':['pay'],'expiresAt':'2036-01-01T00:00:00Z'} | {'expiresAt':'2035-01-01T00:00:00Z'}"
      })
  void aChangeByWhichAKeyMayDoNoMoreDoesNotWait(String terms, String change) {
    String key = keys.issuedAlone(terms);

    Response answer = keys.change(key, change);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(requestsOf(keys.subjectOf(key))).isZero();
  }

  /** The approver sees what the key is known by, and what it may do so far. */
  @Test
  void theRequestShowsTheTermsThatWouldChange() {
    String key =
        keys.issuedAlone("{'name':'Reports','scopes':['read'],'expiresAt':'2036-01-01T00:00:00Z'}");

    Response answer = keys.change(key, "{'name':'Payroll','scopes':['read','pay']}");

    assertThat(answer.json().getMap("asked"))
        .containsEntry("name", "Payroll")
        .containsEntry("scopes", List.of("read", "pay"))
        .containsEntry("expiresAt", "2036-01-01T00:00:00Z")
        .containsEntry("before", Map.of("name", "Reports", "scopes", List.of("read")));
    assertThat(requests.lastEntry("approval/" + waiting(answer)).getJsonObject("asked").getMap())
        .containsKey("before");
  }

  /** The request is approved as it was shown. */
  @ParameterizedTest
  @ValueSource(strings = {"{'allowedNetworks':null}", "{'scopes':['verify']}", "{'name':'Other'}"})
  void aChangeOfOtherTermsThanWereShownGoesOnWaiting(String meanwhile) {
    String key = keys.issuedAlone("{'scopes':['read'],'allowedNetworks':['203.0.113.0/24']}");
    String request = waiting(keys.change(key, "{'scopes':['read','pay']}"));
    keys.change(key, meanwhile).succeeded();
    JsonObject changed = keys.listed().get(0);

    assertRefused(approve(request), 409, "api key has other terms by now");

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(keys.listed()).containsExactly(changed);
  }

  private long requestsOf(String subject) {
    return rows.count("SELECT count(*) FROM approval WHERE subject = $1", subject);
  }
}
