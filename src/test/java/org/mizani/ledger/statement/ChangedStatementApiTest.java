package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Of a changed statement the verifier names the first wrong line. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangedStatementApiTest {

  /** The line of the file with the opening balance. */
  private static final int OPENING = 2;

  @Inject TestPartners partners;

  private DownloadedStatement file;
  private byte[] contents;
  private List<String> lines;

  @BeforeAll
  void download() {
    file = new DownloadedStatement(partners);
    contents = file.contents();
    lines = file.lines();
  }

  @AfterAll
  void close() {
    file.close();
  }

  @Test
  void anyChangedByteIsFoundAndItsLineNamed() {
    ofEachByte(
        (i, line) -> {
          int other = new int[] {contents[i] ^ 1, contents[i] ^ 0x20, 0x80}[i % 3];
          byte[] changed = contents.clone();
          changed[i] = (byte) other;
          assertNamed(changed, line, "byte " + i + " is " + (char) other);
        });
  }

  @Test
  void anyMissingByteIsFoundAndItsLineNamed() {
    ofEachByte((i, line) -> assertNamed(with(i, i + 1), line, "without byte " + i));
  }

  @Test
  void anyByteMoreIsFoundAndItsLineNamed() {
    ofEachByte(
        (i, line) -> {
          char more = ",0\r".charAt(i % 3);
          assertNamed(with(i, i, more), line, (int) more + " before byte " + i);
        });
  }

  @Test
  void anySwappedNeighboursAreFoundAndTheirLineNamed() {
    ofEachByte(
        (i, line) -> {
          int next = Math.min(i + 1, contents.length - 1);
          if (contents[i] != contents[next]) {
            byte[] changed = with(i, next + 1, (char) contents[next], (char) contents[i]);
            assertNamed(changed, line, "bytes " + i + " and " + next);
          }
        });
  }

  @Test
  void aSignatureWhoseTextsHaveMovedBetweenTheFieldsIsFound() {
    String last = lines.get(7);

    assertThat(file.refusalWith(8, last.replaceFirst("^6,,,", ",6,,")))
        .isEqualTo("line 8 was changed: it is no signature of the lines before");
  }

  private void ofEachByte(BiConsumer<Integer, Integer> change) {
    int line = 1;
    for (int i = 0; i < contents.length; i++) {
      change.accept(i, line);
      line += contents[i] == '\n' ? 1 : 0;
    }
  }

  /** The contents with these bytes in place of those from one to another. */
  private byte[] with(int from, int to, char... others) {
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.write(contents, 0, from);
    for (char other : others) {
      changed.write(other);
    }
    changed.write(contents, to, contents.length - to);
    return changed.toByteArray();
  }

  private void assertNamed(byte[] changed, int line, String change) {
    assertThat(file.refusal(changed)).as(change).startsWith("line " + line + " ");
  }

  @Test
  void aChangedFieldOfAnyLineIsFoundAndItsLineNamed() {
    for (int line = OPENING; line <= lines.size(); line++) {
      List<String> fields =
          List.of(lines.get(line - 1).strip().split(",(?=([^\"]*\"[^\"]*\")*[^\"]*$)", -1));
      assertThat(fields).hasSameSizeAs(StatementRow.NAMES);
      for (int field = 0; field < fields.size(); field++) {
        for (String other : List.of("1", "", "x,y")) {
          if (!fields.get(field).equals(other)) {
            List<String> changed = new ArrayList<>(fields);
            changed.set(field, other);
            assertThat(file.refusalWith(line, String.join(",", changed) + "\r\n"))
                .as("%s of line %d: %s", StatementRow.NAMES.get(field), line, other)
                .startsWith("line " + line + " ");
          }
        }
      }
    }
  }

  @Test
  void aRemovedLineIsNamedByTheOneThatFollows() {
    for (int line = OPENING; line < lines.size(); line++) {
      List<String> fewer = new ArrayList<>(lines);
      fewer.remove(line - 1);

      assertThat(file.refusal(fewer)).startsWith("line " + line + " ");
    }
  }

  @Test
  void anAddedLineIsNamed() {
    for (int line = OPENING; line <= lines.size(); line++) {
      List<String> more = new ArrayList<>(lines);
      more.add(line - 1, lines.get(3));

      assertThat(file.refusal(more)).matches("line (" + line + "|" + (line + 1) + ") .*");
    }
    List<String> behind = new ArrayList<>(lines);
    behind.add(lines.get(3));
    assertThat(file.refusal(behind)).isEqualTo("line 9 was added behind the signature");
  }

  @Test
  void swappedLinesAreNamed() {
    for (int line = OPENING; line < lines.size(); line++) {
      List<String> swapped = new ArrayList<>(lines);
      swapped.add(line - 1, swapped.remove(line));

      assertThat(file.refusal(swapped)).startsWith("line " + line + " ");
    }
  }

  @Test
  void aCutEndIsNamed() {
    for (int left = OPENING; left < lines.size(); left++) {
      assertThat(file.refusal(lines.subList(0, left)))
          .isEqualTo("line " + left + " is the last and no signature: cut off");
    }
  }
}
