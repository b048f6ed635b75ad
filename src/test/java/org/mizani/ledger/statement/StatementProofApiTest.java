package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.ledger.statement.DownloadedStatement.bytes;
import static org.mizani.ledger.statement.DownloadedStatement.linesOf;
import static org.mizani.support.OwnStatement.ALWAYS;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
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
import org.mizani.support.VerifierProgram.Run;

/** A downloaded statement is genuine, and no other text made of it is. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementProofApiTest {

  private static final KeyPair FOREIGN = BuildKeys.pair("foreign");

  @Inject TestPartners partners;

  private DownloadedStatement file;

  @BeforeAll
  void download() {
    file = new DownloadedStatement(partners);
  }

  @AfterAll
  void close() {
    file.close();
  }

  @Test
  void aStatementIsGenuineToAPartnersProcess() {
    Run run = file.verifier().run(file.contents(), file.keys());

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .matches("GENUINE, provisional as of 20[^ ]+Z, key [A-Za-z0-9_-]{43}: \\{.*")
        .contains("{\"iss\":\"business-payments\"")
        .contains("\"aud\":\"business-payments-statement:test\"")
        .contains("\"from\":\"2026-01-01T00:00:00Z\"")
        .contains("\"opening\":\"0\",\"closing\":\"92.09\",\"lines\":4,")
        .contains("\"final\":false,\"hash\":\"");
  }

  @Test
  void aChangedAmountIsNamedByAPartnersProcess() {
    String changed = String.join("", file.lines()).replace(",7.75,", ",7.76,");

    Run run = file.verifier().run(bytes(changed), file.keys());

    assertThat(run).isEqualTo(new Run(1, "NOT GENUINE: line 5 was changed"));
  }

  @Test
  void theHeaderOfAnotherWalletIsFound() {
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));

    String foreign = linesOf(OwnStatement.csv(other, ALWAYS)).get(1);

    assertThat(file.refusalWith(2, foreign)).isEqualTo("line 2 was changed");
  }

  @Test
  void theSignatureOfAnotherStatementIsFound() {
    byte[] empty = OwnStatement.csv(file.partner(), ALWAYS.replace("USD", "EUR"));
    String foreign = linesOf(empty).get(3).replaceFirst("^2,", "6,");

    assertThat(file.refusalWith(8, foreign)).isEqualTo("line 7 was changed");
  }

  @Test
  void aForgedSignatureIsRefused() throws Exception {
    String[] parts = signature();

    assertThat(refusalSigned(signed(parts[0], parts[1])))
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
    assertThat(refusalSigned(file.partner().token())).isEqualTo("line 8 has a forged signature");
  }

  /**
   * Not even one with the audience of a statement, or a statement's type and a token's audience.
   */
  @Test
  void aSignatureCountsWithTheTypeAndTheAudienceOfAStatementAlone() throws Exception {
    String[] parts = signature();
    String own = header(header -> header.put("kid", "foreign"));
    String ofToken = header(header -> header.put("kid", "foreign").put("typ", "JWT"));
    String audience = part(parts[1], claims -> claims.put("aud", "business-payments:test"));
    String forged = "line 8 has a forged signature";

    assertThat(verifiedSigned(signed(own, parts[1]))).contains(", key foreign: {");
    assertThat(refusalSigned(signed(ofToken, parts[1]))).isEqualTo(forged);
    assertThat(refusalSigned(signed(own, audience))).isEqualTo(forged);
  }

  private String[] signature() {
    return file.lines().get(7).split(",")[4].split("\\.");
  }

  private String header(UnaryOperator<ObjectNode> change) throws IOException {
    return part(signature()[0], change);
  }

  private static String part(String part, UnaryOperator<ObjectNode> change) throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(Base64.getUrlDecoder().decode(part));
    return base64(bytes(change.apply(json).toString()));
  }

  private static String signed(String header, String payload) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(FOREIGN.getPrivate());
    signature.update(bytes(header + "." + payload));
    return header + "." + payload + "." + base64(signature.sign());
  }

  private String refusalSigned(String signature) {
    return file.verifier().refusal(signedWith(signature), keys());
  }

  private String verifiedSigned(String signature) {
    return file.verifier().summary(signedWith(signature), keys());
  }

  private byte[] signedWith(String signature) {
    List<String> lines = new ArrayList<>(file.lines());
    lines.set(7, lines.get(7).replace(String.join(".", signature()), signature));
    return bytes(String.join("", lines));
  }

  /** The service's keys, and one more. */
  private byte[] keys() {
    RSAPublicKey key = (RSAPublicKey) FOREIGN.getPublic();
    String more =
        "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"foreign\",\"n\":\"%s\",\"e\":\"AQAB\"},"
            .formatted(base64(key.getModulus().toByteArray()));
    return bytes(
        new String(file.keys(), StandardCharsets.UTF_8).replaceFirst("\\{\"keys\":\\[", more));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
