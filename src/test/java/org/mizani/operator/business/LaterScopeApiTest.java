package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Changes of a key, after a roll-back, that has a scope of the version that was rolled back. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LaterScopeApiTest {

  private static final String CONSTRAINT = "api_key_scopes_check";

  @Inject Rows rows;

  private String keys;
  private String key;
  private String rule;

  /** The later version's schema lets keys have the scope. */
  @BeforeEach
  void aKeyWithALaterScope() {
    String business =
        TestOperator.request()
            .body("{\"name\":\"Later\"}")
            .post("/operator/businesses")
            .path("businessId");
    keys = "/operator/businesses/" + business + "/api-keys";
    key = TestOperator.request().body(Map.of("scopes", List.of("read"))).post(keys).path("apiKey");
    rule =
        rows.execute(
                "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1",
                CONSTRAINT)
            .get(0)
            .getString(0);
    rows.execute("ALTER TABLE api_key DROP CONSTRAINT " + CONSTRAINT);
    rows.execute("UPDATE api_key SET scopes = '{of-later,read}' WHERE key = $1", key);
  }

  @AfterEach
  void withoutTheScope() {
    rows.execute("UPDATE api_key SET scopes = '{read}' WHERE key = $1", key);
    rows.execute("ALTER TABLE api_key ADD CONSTRAINT " + CONSTRAINT + " " + rule);
  }

  @Test
  void aRenameKeepsIt() {
    Response renamed = change(Map.of("name", "Reports"));

    assertThat(renamed.<String>path("name")).isEqualTo("Reports");
    assertThat(renamed.<List<String>>path("scopes")).containsExactly("read");
    assertThat(scopes()).containsExactlyInAnyOrder("read", "of-later");
  }

  /** Scopes that are sent are all that the key is to have, also after the next roll-out. */
  @Test
  void theScopesThatAreShownTakeItAwayWhereTheyAreSent() {
    change(Map.of("name", "Reports", "scopes", List.of("read")));

    assertThat(scopes()).containsExactly("read");
  }

  @Test
  void otherScopesTakeItAway() {
    change(Map.of("scopes", List.of("collect")));

    assertThat(scopes()).containsExactly("collect");
  }

  private Response change(Map<String, Object> fields) {
    Response changed = TestOperator.request().body(fields).patch(keys + "/" + key);
    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
    return changed;
  }

  private List<String> scopes() {
    return List.of(
        rows.execute("SELECT scopes FROM api_key WHERE key = $1", key)
            .get(0)
            .getArrayOfStrings("scopes"));
  }
}
