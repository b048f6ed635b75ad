package org.mizani.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ApiFault.ApiException;

/** Forms, as browsers write them. */
class ConsoleFormTest {

  private static final Set<String> NAMES = Set.of("reason", "code");

  @Test
  void readsItsFields() {
    ConsoleForm form = read("reason=not+agreed%3A+50%25+%26+more&code=");

    assertThat(form.value("reason")).isEqualTo("not agreed: 50% & more");
    assertThat(form.value("code")).isEmpty();
  }

  @Test
  void aFieldThatIsNotSentIsEmpty() {
    assertThat(read("").value("reason")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "reason=1&other=2, unknown field in the form",
    "formToken=1, unknown field in the form",
    "reason=1&reason=2, reason must be given once",
    "reason=%zz, invalid payload"
  })
  void refusesWhatIsNoSuchForm(String body, String refusal) {
    assertThatThrownBy(() -> read(body)).isInstanceOf(ApiException.class).hasMessage(refusal);
  }

  @Test
  void tellsNoValuesToALog() {
    assertThat(read("code=123456").toString()).contains("code").doesNotContain("123456");
  }

  private static ConsoleForm read(String body) {
    return ConsoleForm.read(body.getBytes(UTF_8), NAMES);
  }
}
