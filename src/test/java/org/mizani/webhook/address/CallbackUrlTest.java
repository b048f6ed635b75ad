package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault.ApiException;

class CallbackUrlTest {

  @ParameterizedTest
  @CsvSource({
    "https://Example.COM/hook,            example.com:443,     /hook",
    "http://example.com,                  example.com:80,      /",
    "HTTP://example.com?a=1,              example.com:80,      /?a=1",
    "https://example.com:8443/a/b?c=d#e,  example.com:8443,    /a/b?c=d",
    "http://my_service:8080/x,            my_service:8080,     /x",
    "http://127.0.0.1:9000/,              127.0.0.1:9000,      /",
    "http://[::1]:9000/,                  [::1]:9000,          /",
    "https://example.com/%C3%BC?q=%20,    example.com:443,     /%C3%BC?q=%20",
    "https://example.com/ü,               example.com:443,     /%C3%BC",
    "https://example.com:65535/,          example.com:65535,   /",
  })
  void readsHostAndTarget(String text, String host, String target) {
    CallbackUrl url = CallbackUrl.parse(text);

    assertThat(url.host()).isEqualTo(host);
    assertThat(url.target()).isEqualTo(target);
    assertThat(url).hasToString(text);
  }

  @Test
  void urlsOfOneTextAreOne() {
    CallbackUrl url = CallbackUrl.parse("https://example.com/a");

    assertThat(url)
        .isEqualTo(CallbackUrl.parse("https://example.com/a"))
        .hasSameHashCodeAs(CallbackUrl.parse("https://example.com/a"))
        .isNotEqualTo(CallbackUrl.parse("https://example.com/b"))
        .isNotEqualTo("https://example.com/a");
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        " ",
        "example.com/hook",
        "/hook",
        "//example.com/hook",
        "ftp://example.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https:example.com",
        "https://",
        "https:///hook",
        "https://:8080/",
        "https://example.com:0/",
        "https://example.com:65536/",
        "https://example.com:99999999999/",
        "https://example.com:/",
        "https://exa mple.com/",
        "https://example.com/a b",
        " https://example.com/",
        "https://example.com/\n",
        "https://example.com/\r\nX-Injected: 1",
        "https://example.com/\u0000",
        "https://example.com/\u00a0",
        "\u00a0https://example.com/",
        "https://example.com/\u2003",
        "https://example.com/\u200b",
        "https://example.com/hook?a=b\ufeff",
        "\ufeffhttps://example.com/",
        "https://exämple.com/",
        "https://[::1/",
        "https://[v1.x]/",
        "https://-example.com/",
        "https://./",
        "https://example.com/%zz",
        "not a url"
      })
  void refusesATextThatIsNoAbsoluteHttpUrl(String text) {
    assertThatThrownBy(() -> CallbackUrl.parse(text))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.fault().status()).isEqualTo(400))
        .hasMessage("callbackUrl must be an absolute http:// or https:// URL");
    assertThat(CallbackUrl.find(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://user@example.com/",
        "https://user:secret@example.com/",
        "HTTP://user:secret@example.com",
        "https://@example.com/",
        "https://us er@example.com/"
      })
  void refusesCredentialsWithoutQuotingThem(String text) {
    assertThatThrownBy(() -> CallbackUrl.parse("collectionCallbackUrl", text))
        .hasMessage("collectionCallbackUrl must not contain credentials");
    assertThat(CallbackUrl.find(text)).isEmpty();
  }

  @Test
  void anAtSignAfterTheHostIsNoCredential() {
    assertThat(CallbackUrl.parse("https://example.com/@partner?to=a@b").target())
        .isEqualTo("/@partner?to=a@b");
  }

  @Test
  void takesAtMost2048Characters() {
    String prefix = "https://example.com/";

    assertThat(CallbackUrl.find(prefix + "a".repeat(2048 - prefix.length()))).isPresent();
    assertThatThrownBy(() -> CallbackUrl.parse(prefix + "a".repeat(2049 - prefix.length())))
        .hasMessage("callbackUrl must be at most 2048 characters");
  }

  /** A writing of Persian has some inside its words. */
  @Test
  void takesAnInvisibleMarkInsideOfAPath() {
    assertThat(CallbackUrl.parse("https://example.com/a\u200cb").target())
        .isEqualTo("/a%E2%80%8Cb");
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {" ", "\t", "\u00a0", "\u200b", " \u2003\ufeff"})
  void anOptionalUrlThatIsBlankIsNone(String blank) {
    assertThat(CallbackUrl.parseOptional(blank)).isEmpty();
  }

  @Test
  void isEqualToTheSameText() {
    CallbackUrl url = CallbackUrl.parse("https://example.com/a");

    assertThat(url).isEqualTo(CallbackUrl.parse("https://example.com/a"));
    assertThat(url).hasSameHashCodeAs(CallbackUrl.parse("https://example.com/a"));
    assertThat(url).isNotEqualTo(CallbackUrl.parse("https://example.com/b"));
  }
}
