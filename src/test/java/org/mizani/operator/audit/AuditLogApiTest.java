package org.mizani.operator.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Reading the audit log, by entries of days on which no other test writes any. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditLogApiTest {

  private static final String WRITE =
      "INSERT INTO audit_entry (at, operator, action, subject, before, after, request_id) VALUES"
          + " ($1::text::timestamptz, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7)";

  private final Rows rows = Rows.here();

  @BeforeAll
  void writeEntries() {
    write("2035-11-20T10:00:00Z", "op_a", "thing.make", "thing/1", "{\"rate\": 0.0000000001}", "1");
    write("2035-11-20T11:00:00Z", "op_a", "thing.break", "thing/1", "{\"rate\": 129.50}", "2");
    write("2035-11-20T12:00:00Z", "op_b", "thing.make", "thing/2", "{\"a\": {\"b\": [1]}}", "3");
    write("2035-11-21T10:00:00Z", "op_c", "thing.keep", "thing/3", "{\"a\": 1}", "4");
    write("2035-11-21T11:00:00Z", "op_c", "operator.create", "operator/amina", "{\"a\": 1}", "5");
  }

  private void write(
      String at, String operator, String action, String subject, String after, String request) {
    rows.execute(WRITE, at, operator, action, subject, "{\"was\": true}", after, request);
  }

  @Test
  void showsAnEntryExactlyAsWritten() {
    long id = rows.count("SELECT id FROM audit_entry WHERE request_id = '1'");

    assertThat(get("?subject=thing/1&action=thing.make").asString())
        .isEqualTo(
            "{\"items\":[{\"id\":%d,\"at\":\"2035-11-20T10:00:00Z\",\"operator\":\"op_a\",\"action\":\"thing.make\",\"subject\":\"thing/1\",\"before\":{\"was\": true},\"after\":{\"rate\": 0.0000000001},\"requestId\":\"1\"}]}"
                .formatted(id));
  }

  @Test
  void omitsTheValueBeforeACreation() {
    TestOperator.request()
        .header("X-Request-Id", "audit-8")
        .body("{\"from\":\"EUR\",\"to\":\"UGX\",\"rate\":4000,\"effectiveFrom\":\"2037-01-01\"}")
        .put("/operator/rates");

    Response answer = get("?subject=rate/EUR_UGX");

    assertThat(answer.asString())
        .doesNotContain("before")
        .contains("\"operator\":\"" + TestOperator.KEY + "\"")
        .endsWith(
            "\"after\":{\"rate\": 4000, \"effectiveFrom\": \"2037-01-01T00:00:00Z\"},\"requestId\":\"audit-8\"}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?subject=thing/1                                        | [2, 1]",
        "?subject=thing/9                                        | []",
        "?action=thing.make                                      | [3, 1]",
        "?operator=op_b                                          | [3]",
        "?operator=op_a&action=thing.break                       | [2]",
        "?operator=op_a&from=2035-11-20T11:00:00Z                | [2]",
        "?operator=op_a&to=2035-11-20T11:00:00Z                  | [1]",
        "?from=2035-11-20T11:00:00Z&to=2035-11-20T12:00:00.000001Z | [3, 2]",
        "?from=2035-11-20&to=2035-11-20                          | []",
        "?operator=op_a&limit=1                                  | [2]"
      })
  void filtersBySubjectActionOperatorAndTime(String query, String requests) {
    assertThat(get(query).<List<String>>path("items.requestId")).hasToString(requests);
  }

  @Test
  void walksAllEntriesOnce() {
    List<String> walked = new ArrayList<>();
    String cursor = "";
    do {
      Response page = get("?from=2035-11-20&to=2035-11-21&limit=1&cursor=" + cursor);
      walked.addAll(page.path("items.requestId"));
      cursor = page.path("nextCursor");
    } while (cursor != null);

    assertThat(walked).containsExactly("3", "2", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "viewer, [thing.keep]",
    "support, [thing.keep]",
    "finance, [thing.keep]",
    "administrator, '[operator.create, thing.keep]'"
  })
  void entriesAboutOperatorsAreTheAdministrators(String role, String actions) {
    Request reader = TestOperator.person(role).request();

    assertThat(get(reader, "?operator=op_c").<List<String>>path("items.action"))
        .hasToString(actions);
    assertThat(
            get(reader, "?subject=operator/amina&operator=op_c").<List<String>>path("items.action"))
        .hasSize(role.equals("administrator") ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?limit=x       | limit must be a positive whole number",
        "?from=x        | from must be an ISO 8601 date and time",
        "?to=2026-02-30 | to must be an ISO 8601 date and time",
        "?cursor=x      | cursor is not valid",
        "?subject=%01   | subject must not contain control characters"
      })
  void refusesAnInvalidQuery(String query, String message) {
    assertRefused(get(query), 400, message);
  }

  @Test
  void refusesACursorOfOtherFilters() {
    String cursor = get("?operator=op_a&limit=1").path("nextCursor");

    assertRefused(get("?operator=op_b&cursor=" + cursor), 400, "cursor is not valid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE audit_entry SET operator = 'nobody'",
        "DELETE FROM audit_entry",
        "TRUNCATE audit_entry"
      })
  void entriesCannotBeChangedOrDeleted(String statement) {
    assertThatThrownBy(() -> rows.execute(statement))
        .hasMessageContaining("audit_entry is append-only");
  }

  private static Response get(String query) {
    return get(TestOperator.request(), query);
  }

  private static Response get(Request reader, String query) {
    return reader.asWritten().get("/operator/audit-log" + query);
  }
}
