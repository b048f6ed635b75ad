package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {

  private static final String EMOJI = "\uD83C\uDF4E";

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        " ",
        "\t\n",
        "\u00A0",
        "\u200B",
        "\u2003\u3000",
        "\uFEFF",
        "\u200D\u2060",
        " \u00AD"
      })
  void aTextWithNothingToSeeIsBlank(String text) {
    assertThat(Fields.optional("reference", text)).isEmpty();
    assertThatThrownBy(() -> Fields.required("reference", text))
        .hasMessage("reference is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", " a ", "\u00A0a", ".", "0", "\u0430", EMOJI})
  void aTextWithOneVisibleCharacterIsNot(String text) {
    assertThat(Fields.required("reference", text)).isEqualTo(text);
  }

  @Test
  void aTextHasAtMost100CharactersHoweverManyUnitsEachTakes() {
    assertThat(Fields.required("reference", EMOJI.repeat(100))).isEqualTo(EMOJI.repeat(100));
    assertThatThrownBy(() -> Fields.required("reference", EMOJI.repeat(101)))
        .hasMessage("reference must be at most 100 characters");
    assertThatThrownBy(() -> Fields.required("reference", "a".repeat(101)))
        .hasMessage("reference must be at most 100 characters");
  }
}
