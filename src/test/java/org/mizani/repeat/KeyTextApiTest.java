package org.mizani.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.repeat.KeyedRequest.assertFirst;
import static org.mizani.repeat.KeyedRequest.assertReplay;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Which texts are idempotency keys: 1 to 255 visible characters of ASCII, once. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyTextApiTest {

  private static final String NO_KEY = "Idempotency-Key must be 1 to 255 visible ASCII characters";

  private final TestPartners partners = TestPartners.here();
  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"!", "~", "\"quoted\"", "a,b;c=d", "01a1f8c4-3d57-7f8d-9593-ee3cb4b9b532"})
  void visibleCharactersAreAKey(String key) {
    KeyedRequest keyed = KeyedRequest.transfer(key, transferOf("with " + key));
    Response first = assertFirst(keyed.by(partner), 201);

    assertReplay(keyed.by(partner), first);
  }

  @Test
  void aKeyHas255CharactersAtMost() {
    String longest = "k".repeat(255);
    assertFirst(KeyedRequest.transfer(longest, transferOf("longest")).by(partner), 201);

    Response longer = KeyedRequest.transfer(longest + "k", transferOf("longer")).by(partner);

    assertNoKey(longer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a key", "a\tkey"})
  void otherCharactersAreNoKey(String key) {
    assertNoKey(KeyedRequest.transfer(key, transferOf("none")).by(partner));
  }

  @Test
  void charactersBeyondAsciiAreNoKey() {
    String head =
        RawHttp.request(
            "POST /business/payout/transfer",
            "Authorization: Bearer " + partner.token(),
            "Content-Type: application/json",
            "Content-Length: 2",
            "Idempotency-Key: clé");

    RawHttp.Answer refused = RawHttp.send((head + "{}").getBytes(StandardCharsets.UTF_8));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).isEqualTo(Refusals.body(NO_KEY));
  }

  @Test
  void twoKeysAreNone() {
    Response refused =
        partner
            .request()
            .header("Idempotency-Key", "one")
            .header("Idempotency-Key", "two")
            .body(transferOf("none"))
            .post("/business/payout/transfer");

    assertNoKey(refused);
  }

  private void assertNoKey(Response refused) {
    assertRefused(refused, 400, NO_KEY);
    assertCoded(refused, ErrorCode.FIELD_VALUE, "Idempotency-Key");
    assertThat(partner.request().get("/business/transactions/none").statusCode()).isEqualTo(404);
  }
}
