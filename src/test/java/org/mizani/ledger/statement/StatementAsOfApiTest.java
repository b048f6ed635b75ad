package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.OwnStatement.ALWAYS;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.OwnStatement;
import org.mizani.support.PastTransfers;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.VerifierProgram;

/** The time of which a statement tells. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StatementAsOfApiTest {

  /** More than the buffers between service and reader hold. */
  private static final int FOURS = 25_000;

  @Inject TestPartners partners;
  @Inject PastTransfers past;
  @Inject Rows rows;

  @Test
  void aSlowReaderIsToldOfWhenItsLinesAre() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "0"));
    past.write(partner, FOURS);
    byte[] csv;
    try (InputStream answer = stream(partner)) {
      byte[] first = answer.readNBytes(1000);
      partners.fund(partner.businessId(), CurrencyUnit.USD, "5");
      csv = joined(first, answer.readAllBytes());
    }

    JsonObject signed = signed(csv);
    Instant asOf = signed.getInstant("asOf");
    assertThat(signed.getLong("lines")).isEqualTo(4L * FOURS);
    assertThat(signed.getBoolean("final")).isFalse();
    assertThat(asOf).isBefore(lastTransferOf(partner));
    assertThat(signed.getInstant("to")).isBeforeOrEqualTo(asOf);
  }

  @Test
  void theNextRangeHasWhatARangeOfTheFutureHadNot() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String end = signed(OwnStatement.csv(partner, ALWAYS)).getString("to");
    partners.fund(partner.businessId(), CurrencyUnit.USD, "5");

    JsonObject next =
        signed(OwnStatement.csv(partner, ALWAYS.replace("from=2026-01-01", "from=" + end)));

    assertThat(next.getString("opening")).isEqualTo("100");
    assertThat(next.getString("closing")).isEqualTo("105");
    assertThat(next.getLong("lines")).isEqualTo(1);
  }

  @Test
  void theClosingBalanceIsOfTheLastDayOfTheRange() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "0"));
    past.write(partner, 1);
    String january = ALWAYS.replace("to=2036-01-01", "to=2026-02-01");

    List<List<String>> lines = OwnStatement.rows(OwnStatement.csv(partner, january));

    assertThat(lines.get(5).subList(1, 4))
        .containsExactly("2026-02-01T00:00:00Z", "2026-01-31", "closing");
  }

  private Instant lastTransferOf(Partner partner) {
    return rows.execute(
            """
            SELECT max(t.created_at) FROM ledger_transfer t JOIN wallet w ON w.id = t.wallet_id
            WHERE w.business_id = $1""",
            partner.businessId())
        .get(0)
        .getOffsetDateTime(0)
        .toInstant();
  }

  private static JsonObject signed(byte[] csv) {
    try (VerifierProgram verifier = new VerifierProgram()) {
      return new JsonObject(verifier.summary(csv, OwnStatement.keys()).replaceFirst("^[^{]*", ""));
    }
  }

  private static byte[] joined(byte[] first, byte[] rest) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(first);
    all.writeBytes(rest);
    return all.toByteArray();
  }

  private static InputStream stream(Partner partner) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://localhost:"
                        + ServicePort.number()
                        + "/business/statement"
                        + ALWAYS
                        + "&format=csv"))
            .header("Authorization", "Bearer " + partner.token())
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()).body();
  }
}
