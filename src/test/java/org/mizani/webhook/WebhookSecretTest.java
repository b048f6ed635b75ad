package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretTest {

  @Test
  void aSecretIsReadFromItsText() {
    WebhookSecret secret = WebhookSecret.random(new Random(1));

    assertThat(WebhookSecret.parse(secret.text()).key()).isEqualTo(secret.key()).hasSize(32);
    assertThat(secret.toString()).doesNotContain(secret.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "whsec", "whsec_", "secretc2VjcmV0", "whsec_no base64", "whsec_A"})
  void anyOtherTextIsRefusedAndNotQuoted(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WebhookSecret.parse(text))
        .withMessage("not a webhook secret")
        .withNoCause();
  }
}
