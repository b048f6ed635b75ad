package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.OwnStatement.ALWAYS;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.BuildKeys;
import org.mizani.support.OwnStatement;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.VerifierProgram;
import org.mizani.support.VerifierProgram.Run;

/** A downloaded statement is genuine, and no other text made of it is. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementProofApiTest {

  private static final String REFERENCE = "=INV \"7\", März";

  /** The line of the file with the opening balance. */
  private static final int OPENING = 2;

  @Inject TestPartners partners;

  private VerifierProgram verifier;
  private Partner partner;
  private byte[] keys;
  private byte[] statement;
  private List<String> lines;

  @BeforeAll
  void download() {
    verifier = new VerifierProgram();
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    partner.transfer(transferOf(REFERENCE));
    partner.finalStatus(REFERENCE);
    keys = OwnStatement.keys();
    statement = OwnStatement.csv(partner, ALWAYS);
    lines = List.of(text(statement).split("(?<=\r\n)"));
  }

  @AfterAll
  void close() {
    verifier.close();
  }

  @Test
  void aStatementIsGenuineToAPartnersProcess() {
    Run run = verifier.run(statement, keys);

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .startsWith("GENUINE {\"iss\":\"business-payments\"")
        .contains("\"aud\":\"business-payments-statement:test\"")
        .contains("\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2036-01-01T00:00:00Z\"")
        .contains("\"opening\":\"0\",\"closing\":\"92.09\",\"lines\":4,\"hash\":\"");
  }

  @Test
  void aChangedAmountIsNamedByAPartnersProcess() {
    Run run = verifier.run(bytes(text(statement).replace(",7.75,", ",7.76,")), keys);

    assertThat(run).isEqualTo(new Run(1, "NOT GENUINE: line 5 was changed"));
  }

  @Test
  void anyChangedByteIsFoundAndItsLineNamed() {
    int line = 1;
    for (int i = 0; i < statement.length; i++) {
      for (int other : new int[] {statement[i] ^ 1, statement[i] ^ 0x20, 0x80}) {
        byte[] changed = statement.clone();
        changed[i] = (byte) other;
        assertThat(verifier.refusal(changed, keys))
            .as("byte %d of %d: %c", i, statement.length, (char) other)
            .startsWith("line " + line + " ");
      }
      line += statement[i] == '\n' ? 1 : 0;
    }
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
            assertThat(refusalWith(line, String.join(",", changed) + "\r\n"))
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

      assertThat(refusal(fewer)).startsWith("line " + line + " ");
    }
  }

  @Test
  void anAddedLineIsNamed() {
    for (int line = OPENING; line <= lines.size(); line++) {
      List<String> more = new ArrayList<>(lines);
      more.add(line - 1, lines.get(3));

      assertThat(refusal(more)).matches("line (" + line + "|" + (line + 1) + ") .*");
    }
    List<String> behind = new ArrayList<>(lines);
    behind.add(lines.get(3));
    assertThat(refusal(behind)).isEqualTo("line 9 was added behind the signature");
  }

  @Test
  void swappedLinesAreNamed() {
    for (int line = OPENING; line < lines.size(); line++) {
      List<String> swapped = new ArrayList<>(lines);
      swapped.add(line - 1, swapped.remove(line));

      assertThat(refusal(swapped)).startsWith("line " + line + " ");
    }
  }

  @Test
  void aCutEndIsNamed() {
    for (int left = OPENING; left < lines.size(); left++) {
      assertThat(refusal(lines.subList(0, left)))
          .isEqualTo("line " + left + " is the last and no signature: cut off");
    }
  }

  @Test
  void theHeaderOfAnotherWalletIsFound() {
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));
    List<String> foreign = List.of(text(OwnStatement.csv(other, ALWAYS)).split("(?<=\r\n)"));
    List<String> mixed = new ArrayList<>(lines);
    mixed.set(OPENING - 1, foreign.get(OPENING - 1));

    assertThat(refusal(mixed)).isEqualTo("line 2 was changed");
  }

  @Test
  void theSignatureOfAnotherStatementIsFound() {
    byte[] empty = OwnStatement.csv(partner, ALWAYS.replace("USD", "EUR"));
    String foreign = text(empty).split("(?<=\r\n)")[3].replaceFirst("^2,", "6,");

    assertThat(refusalWith(8, foreign)).isEqualTo("line 7 was changed");
  }

  @Test
  void aForgedSignatureIsRefused() throws Exception {
    String[] parts = signature();
    PrivateKey foreign = BuildKeys.pair("foreign").getPrivate();

    assertThat(refusalSigned(signed(parts[0], parts[1], foreign)))
        .isEqualTo("line 8 has a forged signature");
  }

  @Test
  void aSignatureOfAnUnknownKeyOrTheAlgorithmNoneIsRefused() throws Exception {
    String[] parts = signature();
    String unknown = header(header -> header.put("kid", "unknown"));
    String none = header(header -> header.put("alg", "none"));
    String hmac = header(header -> header.put("alg", "HS256"));

    assertThat(refusalSigned(unknown + "." + parts[1] + "." + parts[2]))
        .isEqualTo("line 8 names a key that is not published: unknown");
    assertThat(refusalSigned(none + "." + parts[1] + "."))
        .isEqualTo("line 8 has a signature of the algorithm none");
    assertThat(refusalSigned(hmac + "." + parts[1] + "." + parts[2]))
        .isEqualTo("line 8 has a signature of the algorithm HS256");
  }

  /** A token is signed with the same key. */
  @Test
  void aTokenIsNoSignatureOfAStatement() {
    assertThat(refusalSigned(partner.token())).isEqualTo("line 8 has a forged signature");
  }

  private String[] signature() {
    return lines.get(7).split(",")[4].split("\\.");
  }

  private String header(UnaryOperator<ObjectNode> change) throws IOException {
    ObjectNode header =
        (ObjectNode) new ObjectMapper().readTree(Base64.getUrlDecoder().decode(signature()[0]));
    return base64(bytes(change.apply(header).toString()));
  }

  private static String signed(String header, String payload, PrivateKey key)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key);
    signature.update(bytes(header + "." + payload));
    return header + "." + payload + "." + base64(signature.sign());
  }

  private String refusalSigned(String signature) {
    return refusalWith(8, lines.get(7).replace(String.join(".", signature()), signature));
  }

  private String refusalWith(int line, String text) {
    List<String> changed = new ArrayList<>(lines);
    changed.set(line - 1, text);
    return refusal(changed);
  }

  private String refusal(List<String> changed) {
    return verifier.refusal(bytes(String.join("", changed)), keys);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
