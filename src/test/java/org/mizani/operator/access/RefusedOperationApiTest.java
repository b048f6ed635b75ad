package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.LoggedLines;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Operations above their operator's role, in the audit log. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RefusedOperationApiTest {

  private static final String UNKNOWN = "a8761c88-44ba-4c63-b785-3f84b7903211";
  private static final String KEYS = "/operator/businesses/" + UNKNOWN + "/api-keys";

  private static final List<String> NO_REFUSAL_OF_ENTRIES =
      List.of("DROP TRIGGER refuse_entry ON audit_entry", "DROP FUNCTION refuse_entry()");

  @Inject AuditEntries audit;
  @Inject Rows rows;

  @Test
  void theAuditLogTellsWhoWantedWhat() {
    Person viewer = TestOperator.person("viewer");

    Response answer = viewer.request().post(KEYS);

    assertRefused(answer, 403, "role administrator required");
    assertThat(refusals(viewer))
        .containsExactly(refusal("POST " + KEYS, "viewer", "role administrator required"));
  }

  @Test
  void itHasEachOperationOnceAMinute() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              Person support = TestOperator.person("support");
              Request repeated = support.request();
              rows.execute("DELETE FROM failed_authentication");

              for (int i = 0; i < 3; i++) {
                assertRefused(repeated.post(KEYS), 403, "role administrator required");
              }
              assertRefused(
                  support.request().body(Map.of()).put("/operator/rates"),
                  403,
                  "role finance required");

              assertThat(refusals(support))
                  .containsExactly(
                      refusal("POST " + KEYS, "support", "role administrator required"),
                      refusal("PUT /operator/rates", "support", "role finance required"));
              rows.execute("DELETE FROM failed_authentication");
              assertRefused(repeated.post(KEYS), 403, "role administrator required");
              assertThat(refusals(support)).as("in another minute").hasSize(3);
            });
  }

  @Test
  void aLongPathIsCutOff() {
    Person viewer = TestOperator.person("viewer");

    viewer.request().post("/operator/businesses/" + "x".repeat(1000) + "/api-keys");

    assertThat(refusals(viewer))
        .singleElement()
        .satisfies(entry -> assertThat(entry.after().getString("request")).hasSize(200));
  }

  /** The database has no such character. */
  @Test
  void aPathIsShownAsItWasSent() {
    Person viewer = TestOperator.person("viewer");
    String path = "/operator/businesses/%00%F0%9F/api-keys";

    assertRefused(viewer.request().asWritten().post(path), 403, "role administrator required");

    assertThat(refusals(viewer))
        .containsExactly(refusal("POST " + path, "viewer", "role administrator required"));
  }

  /** The next one of the same minute has the entry. */
  @Test
  void aRefusalIsAnsweredWhoseEntryCannotBeWritten() {
    Person viewer = TestOperator.person("viewer");
    Request refused = viewer.request();
    refuseEntriesOf(viewer);
    try (LoggedLines lines = LoggedLines.listen()) {
      Response answer = refused.post(KEYS);

      assertRefused(answer, 403, "role administrator required");
      assertThat(answer.header("X-Outcome")).isNull();
      assertThat(lines.text()).contains("A refused operation is missing in the audit log (");
    } finally {
      NO_REFUSAL_OF_ENTRIES.forEach(rows::execute);
    }
    assertThat(refusals(viewer)).isEmpty();

    assertRefused(refused.post(KEYS), 403, "role administrator required");

    assertThat(refusals(viewer)).hasSize(1);
  }

  private void refuseEntriesOf(Person person) {
    rows.execute(
        """
        CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'cannot connect now' USING ERRCODE = '57P03';
        END $$
        """);
    rows.execute(
        """
        CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entry FOR EACH ROW
        WHEN (NEW.operator = '%s') EXECUTE FUNCTION refuse_entry()
        """
            .formatted(person.key()));
  }

  @Test
  void anAdmittedOperationIsNoRefusal() {
    Person viewer = TestOperator.person("viewer");

    assertThat(viewer.request().get("/operator/rates").statusCode()).isEqualTo(200);

    assertThat(refusals(viewer)).isEmpty();
  }

  private List<Written> refusals(Person person) {
    return audit.of(person.subject(), person.key()).stream()
        .filter(entry -> entry.action().equals("operator.refuse-operation"))
        .toList();
  }

  private static Written refusal(String request, String role, String refusal) {
    return new Written(
        "operator.refuse-operation",
        null,
        new JsonObject(Map.of("request", request, "role", role, "refusal", refusal)));
  }
}
