package org.mizani.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;

/** Bounds of the keys that a key makes, of their number, and of the last one that manages them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnKeyRulesApiTest {

  private static final int MOST = 20;
  private static final String READS = "{'scopes':['read']}";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private OwnKeys keys;

  @BeforeEach
  void createBusiness() {
    keys = OwnKeys.ofNewBusiness(partners);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'scopes':['read','pay','collect','verify']}"})
  void noKeyManagesKeysUnlessAnOperatorSaysSo(String terms) {
    OwnKeys usual = keys.by(terms);

    Response list = usual.request().get(OwnKeys.PATH);

    assertRefused(list, 403, "api key lacks the scope manage");
    assertRefused(usual.make(READS), 403, "api key lacks the scope manage");
    assertRefused(usual.revoke(usual.key()), 403, "api key lacks the scope manage");
  }

  @Test
  void givesNoScopeThatItLacksItself() {
    OwnKeys reader = keys.by("{'scopes':['manage','read']}");

    Response answer = reader.make("{'scopes':['read','pay']}");

    assertRefused(answer, 403, "api key lacks the scope pay");
    assertCoded(answer, ErrorCode.SCOPE_MISSING, "");
    assertThat(keys.listed()).hasSize(2);
    assertThat(reader.make(READS).statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "['127.0.0.0/8','::1/128'] | ['127.0.0.0/8']             | 201",
        "['127.0.0.0/8','::1/128'] | ['127.1.0.0/16','::1/128']  | 201",
        "['127.0.0.0/8','::1/128'] | ['126.0.0.0/7']             | 400",
        "['127.0.0.0/8','::1/128'] | ['128.0.0.0/8']             | 400",
        "['127.0.0.0/8','::1/128'] | ['127.0.0.1/32','10.0.0.0/8'] | 400",
        "['127.0.0.0/8','::1/128'] | ['::/0']                    | 400",
        "['127.0.0.0/8','::1/128'] | ['0.0.0.0/0']               | 400",
        "['127.0.0.0/8','::1/128'] | []                          | 400",
        "[]                        | []                          | 201",
        "[]                        | ['203.0.113.0/24']          | 201"
      })
  void reachesNoFurtherThanItsOwnNetworks(String own, String wanted, int status) {
    OwnKeys maker = keys.by("{'scopes':['manage','read'],'allowedNetworks':" + own + "}");

    Response answer = maker.make("{'scopes':['read'],'allowedNetworks':" + wanted + "}");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    if (status == 400) {
      assertRefused(answer, 400, "allowedNetworks must lie within those of your api key");
      assertCoded(answer, ErrorCode.FIELD_VALUE, "allowedNetworks");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2036-01-01T00:00:00Z, 201",
    "2035-12-31, 201",
    "2036-01-01T00:00:00.000001Z, 400",
    "2040-01-01, 400"
  })
  void lastsNoLongerThanItsMaker(String end, int status) {
    OwnKeys maker = keys.by("{'scopes':['manage','read'],'expiresAt':'2036-01-01T00:00:00Z'}");

    Response answer = maker.make("{'scopes':['read'],'expiresAt':'" + end + "'}");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    if (status == 400) {
      assertRefused(answer, 400, "expiresAt must not be after that of your api key");
      assertCoded(answer, ErrorCode.FIELD_VALUE, "expiresAt");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {READS, "{'scopes':['read'],'allowedNetworks':null,'expiresAt':null}"})
  void networksAndEndThatAreLeftOutAreThoseOfItsMaker(String terms) {
    OwnKeys maker =
        keys.by(
            "{'scopes':['manage','read'],'allowedNetworks':['127.0.0.0/8','::1/128'],"
                + "'expiresAt':'2036-01-01T00:00:00Z'}");

    Response answer = maker.make(terms);

    assertThat(answer.<List<String>>path("allowedNetworks"))
        .containsExactly("127.0.0.0/8", "::1/128");
    assertThat(answer.<String>path("expiresAt")).isEqualTo("2036-01-01T00:00:00Z");
  }

  @Test
  void theLastKeyThatManagesKeysDoesNotRevokeItself() {
    Response answer = keys.revoke(keys.key());

    assertRefused(answer, 409, "no other api key has the scope manage");
    assertCoded(answer, ErrorCode.LAST_MANAGE_KEY, "");
    assertThat(keys.listed().get(0).getValue("revokedAt")).isNull();
  }

  @Test
  void aKeyRevokesItselfWhileAnotherOneManagesKeys() {
    OwnKeys second = keys.by("{'scopes':['manage']}");

    Response answer = keys.revoke(keys.key());

    assertThat(answer.<String>path("revokedAt")).isNotNull();
    assertRefused(second.revoke(second.key()), 409, "no other api key has the scope manage");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "revoked_at = now()",
        "expires_at = now()",
        "secret_for = 'op_test_key', secret_until = now() + interval '1 hour'",
        "scopes = '{read,pay,collect,verify}'"
      })
  void aKeyThatCannotManageKeysDoesNotCountAsTheOther(String change) {
    OwnKeys second = keys.by("{'scopes':['manage']}");
    rows.execute("UPDATE api_key SET " + change + " WHERE key = $1", second.key());

    Response answer = keys.revoke(keys.key());

    assertRefused(answer, 409, "no other api key has the scope manage");
  }

  @Test
  void aKeyThatHasJustLostItsTermsManagesNone() {
    OwnKeys second = keys.by("{'scopes':['manage','read']}");
    OwnKeys third = keys.by("{'scopes':['manage','read']}");
    TestOperator.request()
        .body("{\"scopes\":[\"read\"]}")
        .patch(keys.operatorPath() + "/" + second.key())
        .succeeded();
    keys.revoke(third.key()).succeeded();

    Response bySecond = second.make(READS);
    Response byThird = third.make(READS);

    assertRefused(bySecond, 403, "api key lacks the scope manage");
    assertThat(byThird.statusCode()).as(byThird.asString()).isEqualTo(401);
    assertCoded(byThird, ErrorCode.KEY_REVOKED, "");
    assertThat(keys.listed()).hasSize(3);
  }

  @Test
  void theNumberOfKeysIsLimited() {
    fill();

    Response answer = keys.make(READS);

    assertRefused(answer, 409, "too many api keys");
    assertCoded(answer, ErrorCode.TOO_MANY_KEYS, "");
    assertThat(keys.listed()).hasSize(MOST);
  }

  @Test
  void aKeyCountsForADayAfterItsEnd() {
    fill();
    List<String> made = keys.listed().stream().map(key -> key.getString("apiKey")).toList();
    keys.revoke(made.get(0)).succeeded();
    end("expires_at = now() - interval '1 hour'", made.get(1));
    assertRefused(keys.make(READS), 409, "too many api keys");

    end("revoked_at = now() - interval '25 hours'", made.get(0));
    end("expires_at = now() - interval '25 hours'", made.get(1));

    assertThat(keys.make(READS).statusCode()).isEqualTo(201);
    assertThat(keys.make(READS).statusCode()).isEqualTo(201);
    assertRefused(keys.make(READS), 409, "too many api keys");
  }

  private void end(String change, String key) {
    rows.execute("UPDATE api_key SET " + change + " WHERE key = $1", key);
  }

  /** Makes as many keys as the business may have. */
  private void fill() {
    for (int i = 1; i < MOST; i++) {
      assertThat(keys.make(READS).statusCode()).isEqualTo(201);
    }
  }
}
