package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.mizani.support.ServicePort;
import org.mizani.support.TestOperator;

/** Reads of {@link PastDays} by HTTP. */
final class PastDayReads {

  private PastDayReads() {}

  /** Answers of all reads that use closings, by their path. */
  static Map<String, String> of(String business) {
    Map<String, String> answers = new TreeMap<>();
    List<String> times =
        Stream.of(PastDays.FIRST, PastDays.QUIET, PastDays.YESTERDAY, PastDays.TODAY)
            .flatMap(day -> Stream.of(day.toString(), day + "T12:00:00Z", day + "T12:00:01Z"))
            .toList();
    for (String from : times) {
      for (String to : times) {
        if (from.compareTo(to) < 0) {
          String path =
              "/operator/businesses/%s/statement?currency=USD&purpose=payout&from=%s&to=%s"
                  .formatted(business, from, to);
          answers.put(path, get(path));
        }
      }
    }
    answers.put("trial balance", get("/operator/ledger/trial-balance"));
    for (int i = 0; i < 4; i++) {
      String path = "/operator/fx-positions?day=" + PastDays.TODAY.minusDays(i);
      answers.put(path, get(path));
    }
    return answers;
  }

  static String get(String path) {
    return TestOperator.request().port(ServicePort.number()).get(path).asString();
  }

  static JsonObject position(JsonObject answer, String currency) {
    JsonArray all = answer.getJsonArray("currencies");
    return all.stream()
        .map(JsonObject.class::cast)
        .filter(position -> position.getString("currency").equals(currency))
        .findFirst()
        .orElseThrow();
  }

  static void assertAmount(JsonObject of, String field, String expected) {
    assertThat(new BigDecimal(of.getValue(field).toString()))
        .as("%s of %s", field, of)
        .isEqualByComparingTo(expected);
  }
}
