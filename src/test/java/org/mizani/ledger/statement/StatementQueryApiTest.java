package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.OwnStatement.ALWAYS;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.OwnStatement;
import org.mizani.support.Response;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Parameters of businesses' own statements. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StatementQueryApiTest {

  private static final String LONGEST =
      "?currency=USD&purpose=payout&from=2026-01-01&to=2036-01-09";

  @Inject TestPartners partners;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?purpose=payout&from=2026-01-01&to=2026-02-01 | field_missing | currency | currency is"
            + " required",
        "?currency=usd&purpose=payout&from=2026-01-01&to=2026-02-01 | field_value | currency |"
            + " currency must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "?currency=USD&from=2026-01-01&to=2026-02-01 | field_missing | purpose | purpose is"
            + " required",
        "?currency=USD&purpose=all&from=2026-01-01&to=2026-02-01 | field_value | purpose | purpose"
            + " must be \"payout\" or \"collection\"",
        "?currency=USD&purpose=payout&to=2026-01-01 | field_missing | from | from and to are"
            + " required",
        "?currency=USD&purpose=payout&from=2026-01-01 | field_missing | to | from and to are"
            + " required",
        "?currency=USD&purpose=payout&from=now&to=2026-01-01 | field_value | from | from must be an"
            + " ISO 8601 date and time",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-01-01 | field_value | from | from"
            + " must be before to",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2036-01-10 | field_value | to | to must be"
            + " at most 3660 days after from",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2036-01-09T00:00:01Z | field_value | to |"
            + " to must be at most 3660 days after from",
        "?currency=USD&purpose=payout&from=2035-12-31&to=2036-01-01 | field_value | from | from must"
            + " not be in the future",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01&format=xml | field_value |"
            + " format | format must be one of: json, csv",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01&FROM=2 | field_value | FROM |"
            + " FROM is not a parameter of this operation",
        "?currency=USD&currency=KES&purpose=payout&from=2026-01-01&to=2026-02-01 | field_value |"
            + " currency | currency must be given once",
        "?%0D%0AX-A:1=1&currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01 | field_value |"
            + " '' | unknown parameter",
      })
  void refusesAnInvalidQuery(String query, String code, String field, String message) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));

    Response answer = partner.request().asWritten().get("/business/statement" + query);

    assertRefused(answer, 400, message);
    assertCoded(answer, ErrorCode.valueOf(code.toUpperCase(Locale.ROOT)), field);
  }

  @Test
  void aRangeOfTheLongestSpanIsAnswered() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));

    assertThat(OwnStatement.rows(OwnStatement.csv(partner, LONGEST))).hasSize(4);
  }

  @Test
  void theHeadersAloneCostNoReading() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    String path = "/business/statement" + ALWAYS + "&format=csv";

    Response answer = partner.request().head(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualToIgnoringCase("text/csv;charset=UTF-8");
    assertThat(answer.asByteArray()).isEmpty();
    Eventually.eventually(() -> readings(() -> partner.request().head(path)), List::isEmpty);
    assertThat(readings(() -> partner.request().get(path))).isNotEmpty();
    assertThat(partner.request().head(path.replace("USD", "usd")).statusCode()).isEqualTo(400);
  }

  private static List<String> readings(Supplier<Response> request) {
    return SentStatements.all(Uni.createFrom().item(request)).stream()
        .filter(statement -> statement.contains("from wallet"))
        .toList();
  }
}
