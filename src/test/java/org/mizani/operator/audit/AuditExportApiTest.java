package org.mizani.operator.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** The export of the audit log's chain to the log. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AuditExportApiTest {

  @Inject Rows rows;
  @Inject AuditExport export;

  @Test
  void eachLinkIsWrittenOnceWithoutTheValuesOfItsEntry() {
    // Given
    String subject = "thing/" + UUID.randomUUID();
    rows.execute(
        "INSERT INTO audit_entry (operator, action, subject, after, request_id)"
            + " VALUES ('op_export', 'export.write', $1, '{\"phone\": \"254700000001\"}', 'export-1')",
        subject);
    Row link =
        rows.execute(
                """
                SELECT number, entry_id, encode(content, 'hex') AS content, encode(hash, 'hex') AS hash
                FROM audit_link JOIN audit_entry e ON e.id = entry_id WHERE subject = $1
                """,
                subject)
            .iterator()
            .next();

    // When
    String first = exported();
    String second = exported();

    // Then
    assertThat(first)
        .contains(
            "audit %d:%s entry %d content %s: export.write of %s by op_export, request export-1"
                .formatted(
                    link.getLong("number"),
                    link.getString("hash"),
                    link.getLong("entry_id"),
                    link.getString("content"),
                    subject))
        .doesNotContain("254700000001");
    assertThat(second).doesNotContain(subject);
    assertThat(rows.count("SELECT number FROM audit_export"))
        .isEqualTo(rows.count("SELECT max(number) FROM audit_link"));
  }

  private String exported() {
    try (LoggedLines lines = LoggedLines.listen()) {
      export.export().await().atMost(PATIENCE);
      return lines.text();
    }
  }
}
