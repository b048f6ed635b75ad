package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkItemReaderTest {

  /** A till has no account: what stands there is read by nobody, and may be anything. */
  @ParameterizedTest
  @CsvSource({"payment, till, false", "payment, paybill, true", "transfer, till, false"})
  void keepsTheAccountOfPaybillsOnly(String kind, String type, boolean kept) throws Exception {
    JsonNode item =
        new ObjectMapper()
            .readTree(
                "{\"kind\":\"%s\",\"type\":\"%s\",\"amount\":7,\"receiverAccount\":\"12\"}"
                    .formatted(kind, type));

    assertThat(BulkItemReader.kept(item).has("receiverAccount")).isEqualTo(kept);
    assertThat(BulkItemReader.kept(item).get("amount").intValue()).isEqualTo(7);
  }
}
