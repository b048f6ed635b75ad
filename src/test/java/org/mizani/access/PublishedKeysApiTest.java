package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.OwnStatement.ALWAYS;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.OwnStatement;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** The published keys, and signatures of statements that are sent in place of a token. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PublishedKeysApiTest {

  @Inject TestPartners partners;
  @Inject TokenKeys keys;

  @Test
  void thePublicPartsAreReadWithoutAToken() {
    Response answer = Request.given().get("/.well-known/jwks.json").succeeded();

    assertThat(answer.contentType()).startsWith("application/json");
    List<Map<String, Object>> shown = answer.path("keys");
    assertThat(shown)
        .hasSize(keys.current().published().size())
        .allSatisfy(key -> assertThat(key).containsOnlyKeys("kty", "use", "alg", "kid", "n", "e"));
    assertThat(shown.get(0)).containsEntry("kid", keys.current().signingId());
  }

  @Test
  void theSignatureOfAStatementIsNoToken() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    String signature = OwnStatement.read(partner, ALWAYS).succeeded().path("signature");

    for (String path : List.of("/business/balance", "/operator/payouts")) {
      Response answer = Request.given().header("Authorization", "Bearer " + signature).get(path);

      assertAnswer(answer, 401, MALFORMED_TOKEN);
    }
  }
}
