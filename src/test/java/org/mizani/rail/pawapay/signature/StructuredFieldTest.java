package org.mizani.rail.pawapay.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.pawapay.signature.StructuredField.Bytes;
import org.mizani.rail.pawapay.signature.StructuredField.Strings;

class StructuredFieldTest {

  @Test
  void dictionaryIsRead() {
    assertThat(StructuredField.dictionary("a=(\"b\" \"c\");d=12;e=\"f\",\t b-2=:AQI=:"))
        .hasValueSatisfying(
            members -> {
              assertThat(members.get("a"))
                  .isEqualTo(new Strings(List.of("b", "c"), Map.of("d", 12L, "e", "f")));
              assertThat(((Bytes) members.get("b-2")).value()).containsExactly(1, 2);
            });
  }

  @Test
  void nameMayBeginWithAnAsterisk() {
    assertThat(StructuredField.dictionary("*a1=()"))
        .hasValue(Map.of("*a1", new Strings(List.of(), Map.of())));
  }

  @Test
  void emptyListIsRead() {
    assertThat(StructuredField.dictionary("a=()"))
        .hasValue(Map.of("a", new Strings(List.of(), Map.of())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a=",
        "a=b",
        "a=1",
        "A=()",
        "1=()",
        "{=()",
        "a{=()",
        "a=(",
        "a=(\"b\"",
        "a=(\"b\"\"c\")",
        "a=(\"b\"  \"c\")",
        "a=( \"b\")",
        "a=(\"b\" )",
        "a=(\"b)",
        "a=(b)",
        "a=(\"b\\c\")",
        "a=(\"b\u00e4\")",
        "a=(\"b\n\")",
        "a=(\"b\";sf)",
        "a=();b",
        "a=();b=?1",
        "a=();b=1.5",
        "a=();b=-1",
        "a=();b=1234567890123456",
        "a=();b=1;b=2",
        "a=() x",
        "a=(),",
        "a=(),a=()",
        "a=:AQI=",
        "a=:A*:",
        "a=:AQI=:;b=1"
      })
  void anyOtherTextIsRefused(String field) {
    assertThat(StructuredField.dictionary(field)).isEmpty();
  }
}
