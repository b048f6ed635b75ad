package org.mizani.rail.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications whose rails share a token, and others. */
class TokenApplicationTest {

  private static final String URL = "https://api.example/base";
  private static final String ID = id(URL, "key", "secret");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://api.example/base/",
        "https://api.example:443/base",
        "HTTPS://API.example/base//",
      })
  void anAddressHasOneNameInEachSpelling(String url) {
    assertThat(id(url, "key", "secret")).isEqualTo(ID);
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example/Base, key, secret",
    "http://api.example/base, key, secret",
    "https://api.example:8443/base, key, secret",
    "https://other.example/base, key, secret",
    "https://api.example/base, another, secret",
    "https://api.example/base, key, wrong",
    "api.example, key, secret"
  })
  void anotherAddressKeyOrSecretIsAnotherApplication(String url, String key, String secret) {
    assertThat(id(url, key, secret)).isNotEqualTo(ID);
  }

  @Test
  void tellsNeitherItsKeyNorItsSecret() {
    TokenApplication application = new TokenApplication(URI.create(URL), "a-key", "a-secret");

    assertThat(application.id() + application).doesNotContain("a-key", "a-secret");
  }

  private static String id(String url, String key, String secret) {
    return new TokenApplication(URI.create(url), key, secret).id();
  }
}
