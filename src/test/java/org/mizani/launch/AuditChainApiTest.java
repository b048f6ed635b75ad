package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.support.AtOnce;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** The chain of the audit log: who changes an entry, by whatever means, is found. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AuditChainApiTest {

  private static final String WRITE =
      "INSERT INTO audit_entry (operator, action, subject, after, request_id)"
          + " VALUES ('op_chain', 'chain.write', $1, '{\"rate\": 0.0000000001}', 'chain')";

  private final String subject = "thing/" + UUID.randomUUID();

  @Inject Rows rows;

  /** A transaction of the tables' owner, without triggers, that is rolled back. */
  private Connection owner;

  private List<String> before;
  private long entry;
  private long link;

  @BeforeEach
  void writeThreeEntries() throws SQLException {
    for (int i = 0; i < 3; i++) {
      rows.execute(WRITE, subject + i);
    }
    entry = rows.count("SELECT id FROM audit_entry WHERE subject = $1", subject + 1);
    link = rows.count("SELECT number FROM audit_link WHERE entry_id = $1", entry);
    String url = ConfigProvider.getConfig().getValue("quarkus.datasource.jdbc.url", String.class);
    owner = DriverManager.getConnection(url, "postgres", "postgres");
    owner.setAutoCommit(false);
    before = AuditCheck.faults(owner, Optional.empty());
    tamper("SET LOCAL session_replication_role = replica");
  }

  @AfterEach
  void takeBack() throws SQLException {
    owner.rollback();
    owner.close();
  }

  static Stream<Arguments> tamperings() {
    return Stream.of(
        Arguments.of(
            "UPDATE audit_entry SET after = '{\"rate\": 1}' WHERE id = :entry",
            "Link :link: entry :entry is not as it was written."),
        Arguments.of(
            "UPDATE audit_entry SET operator = 'op_b' WHERE id = :entry",
            "Link :link: entry :entry is not as it was written."),
        Arguments.of(
            "UPDATE audit_entry SET at = at - interval '1 microsecond' WHERE id = :entry",
            "Link :link: entry :entry is missing."),
        Arguments.of(
            "DELETE FROM audit_entry WHERE id = :entry", "Link :link: entry :entry is missing."),
        Arguments.of(
            "DELETE FROM audit_entry WHERE id = :entry; DELETE FROM audit_link WHERE number = :link",
            "Link :next: the links before it are missing."),
        Arguments.of(
            "DELETE FROM audit_link WHERE number = :link;"
                + " UPDATE audit_link SET number = number - 1 WHERE number > :link",
            "Entry :entry has no link."),
        Arguments.of(
            "UPDATE audit_entry SET subject = 'thing/0' WHERE id = :entry;"
                + " UPDATE audit_link SET content = sha256(convert_to(audit_text(e), 'UTF8'))"
                + " FROM audit_entry e WHERE e.id = :entry AND number = :link",
            "Link :link: it does not follow from the link before."),
        Arguments.of(
            "UPDATE audit_entry SET subject = 'thing/0' WHERE id = :entry;"
                + " UPDATE audit_link l SET content = c, hash = sha256(b.hash || c)"
                + " FROM audit_link b, audit_entry e,"
                + " LATERAL sha256(convert_to(audit_text(e), 'UTF8')) c"
                + " WHERE e.id = :entry AND l.number = :link AND b.number = :link - 1",
            "Link :next: it does not follow from the link before."),
        Arguments.of(
            "INSERT INTO audit_entry (id, operator, action, subject, request_id)"
                + " VALUES (-1, 'op_chain', 'chain.write', 'thing/0', '')",
            "Entry -1 has no link."));
  }

  @ParameterizedTest
  @MethodSource("tamperings")
  void aChangeByTheOwnerIsFound(String tampering, String fault) throws SQLException {
    tamper(named(tampering));

    List<String> faults = AuditCheck.faults(owner, Optional.empty());

    assertThat(newOnes(faults)).contains(named(fault));
  }

  @Test
  void anEndThatIsCutOffIsFoundWithAKeptLink() throws SQLException {
    // Given
    Matcher kept = keptLink(link + 1);
    assertThat(newOnes(AuditCheck.faults(owner, Optional.of(kept)))).isEmpty();
    tamper("DELETE FROM audit_entry WHERE id > " + entry);
    tamper("DELETE FROM audit_link WHERE number > " + link);

    // When
    List<String> faults = AuditCheck.faults(owner, Optional.of(kept));

    // Then
    assertThat(newOnes(AuditCheck.faults(owner, Optional.empty()))).isEmpty();
    assertThat(newOnes(faults)).containsExactly("Link " + kept.group() + " is not in the chain.");
  }

  @Test
  void aMonthThatIsErasedByItsAgeIsNoFault() throws SQLException {
    writeLongAgo();
    tamper("DELETE FROM audit_entry WHERE at < '2002-01-01'");

    assertThat(newOnes(AuditCheck.faults(owner, Optional.empty()))).isEmpty();
  }

  @Test
  void anOldEntryThatIsMissingFromAMonthWithOthersIsFound() throws SQLException {
    long old = writeLongAgo();
    tamper("DELETE FROM audit_entry WHERE id = " + old);

    assertThat(newOnes(AuditCheck.faults(owner, Optional.empty())))
        .singleElement()
        .asString()
        .endsWith(": entry " + old + " is missing.");
  }

  /** Writes two entries of one month; answers the id of the first. */
  private long writeLongAgo() {
    for (String time : List.of("2001-02-03", "2001-02-04")) {
      rows.execute(
          "INSERT INTO audit_entry (at, operator, action, subject, request_id)"
              + " VALUES ($1::text::timestamptz, 'op_chain', 'chain.write', $2, 'chain')",
          time,
          subject + time);
    }
    return rows.count("SELECT id FROM audit_entry WHERE subject = $1", subject + "2001-02-03");
  }

  @Test
  void entriesOfManyAtOnceHaveOneChain() throws Exception {
    // Given: what is rolled back leaves no gap
    owner.rollback();
    try (Statement statement = owner.createStatement()) {
      statement.execute(WRITE.replace("$1", "'" + subject + "'"));
      owner.rollback();
    }

    // When
    int times = 16;
    String token = TestOperator.token();
    AtOnce.send(
            times,
            i ->
                HttpRequest.newBuilder(
                        URI.create(
                            "http://localhost:" + ServicePort.number() + "/operator/businesses"))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"name\":\"" + subject + i + "\"}"))
                    .build())
        .forEach(answer -> assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201));

    // Then
    assertThat(
            rows.count(
                "SELECT count(*) FROM audit_link JOIN audit_entry e ON e.id = entry_id"
                    + " WHERE starts_with(after ->> 'name', $1)",
                subject))
        .isEqualTo(times);
    assertThat(newOnes(AuditCheck.faults(owner, Optional.empty()))).isEmpty();
  }

  private void tamper(String statements) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(statements);
    }
  }

  private String named(String text) {
    return text.replace(":entry", Long.toString(entry))
        .replace(":link", Long.toString(link))
        .replace(":next", Long.toString(link + 1));
  }

  private List<String> newOnes(List<String> faults) {
    List<String> newOnes = new ArrayList<>(faults);
    newOnes.removeAll(before);
    return newOnes;
  }

  private Matcher keptLink(long number) {
    String kept =
        rows.execute(
                "SELECT number || ':' || encode(hash, 'hex') FROM audit_link WHERE number = $1",
                number)
            .iterator()
            .next()
            .getString(0);
    Matcher matcher = Pattern.compile("(\\d+):(\\w+)").matcher(kept);
    assertThat(matcher.matches()).isTrue();
    return matcher;
  }
}
