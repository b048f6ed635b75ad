package org.mizani.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.console.Fact;
import org.mizani.operator.approval.ApprovalAnswer;

/** Requests for approval, as pages show them: an approver sees all that is asked for. */
class RequestTest {

  private static final Instant AT = Instant.parse("2026-11-29T08:17:23Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"leastFees\":{}}",
        "{\"feeRate\":0.02,\"leastFees\":{}}",
        "{\"leastFees\":{\"KES\":10,\"USD\":null}}",
        "{\"name\":\"\",\"scopes\":[],\"allowedNetworks\":[],\"expiresAt\":null,\"before\":{}}",
        "{\"a\":[{\"b\":1},[]],\"c\":{\"d\":{\"e\":{}}},\"f\":false,\"g\":\"text\"}"
      })
  void noFieldIsLeftOutOrBlank(String json) {
    List<String> paths = new ArrayList<>();
    collect("", new JsonObject(json), paths);

    Request request = request(json, json);

    assertThat(request.asked())
        .isEqualTo(request.confidential())
        .allSatisfy(fact -> assertThat(fact.value()).isNotBlank());
    assertThat(paths)
        .isNotEmpty()
        .allSatisfy(
            path ->
                assertThat(request.asked())
                    .anyMatch(fact -> (fact.name() + ", ").startsWith(path + ", ")));
  }

  private static void collect(String before, JsonObject object, List<String> paths) {
    for (String name : object.fieldNames()) {
      paths.add(before + name);
      if (object.getValue(name) instanceof JsonObject inner) {
        collect(before + name + ", ", inner, paths);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"allowedNetworks\":[]} | allowedNetworks | [] (all)",
        "{\"before\":{\"allowedNetworks\":[]}} | before, allowedNetworks | [] (all)",
        "{\"scopes\":[]} | scopes | [] (none)",
        "{\"leastFees\":{}} | leastFees | {} (none)",
        "{\"expiresAt\":null} | expiresAt | not set",
        "{\"name\":\"\"} | name | empty",
        "{\"scopes\":[\"payouts\",\"wallets\"]} | scopes | payouts, wallets",
        "{\"a\":[{\"b\":1}]} | a | {\"b\":1}",
        "{\"feeRate\":0.0125} | feeRate | 0.0125"
      })
  void anEmptyValueSaysHowWideItIs(String json, String name, String value) {
    assertThat(request(json, "{}").asked()).containsExactly(new Fact(name, value, ""));
  }

  @Test
  void aRequestWithoutConfidentialFieldsShowsNone() {
    assertThat(request("{\"a\":1}", null).confidential()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "payout/01890a5d-ac96-774b-bcce-b302099a8057 | /console/payouts/01890a5d-ac96-774b-bcce-b302099a8057",
        "collection/01890a5d-ac96-774b-bcce-b302099a8057 |"
            + " /console/collections/01890a5d-ac96-774b-bcce-b302099a8057",
        "business/01890a5d-ac96-774b-bcce-b302099a8057/top-ups |"
            + " /console/businesses/01890a5d-ac96-774b-bcce-b302099a8057",
        "rate/KES-TZS | ''",
        "operator/payout/1 | ''"
      },
      delimiter = '|')
  void leadsToWhatItChanges(String subject, String path) {
    assertThat(request(subject, "{}", null).subjectPath()).isEqualTo(path);
  }

  private static Request request(String asked, String confidential) {
    return request("business", asked, confidential);
  }

  private static Request request(String subject, String asked, String confidential) {
    Map<String, Object> hidden =
        confidential == null ? null : new JsonObject(confidential).getMap();
    return Request.of(
        new ApprovalAnswer(
            UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"),
            "fee.change",
            subject,
            asked,
            hidden,
            "waiting",
            "op_a",
            AT,
            AT,
            null,
            null,
            null),
        "op_b",
        true);
  }
}
