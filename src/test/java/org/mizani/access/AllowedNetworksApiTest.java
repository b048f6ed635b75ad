package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ErrorCode;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Networks that an API key may be used from, behind a proxy that forwards the client's address. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class AllowedNetworksApiTest {

  private static final String NOT_ALLOWED = "address is not allowed for this api key";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject RefreshedCallers callers;

  @ParameterizedTest
  @CsvSource({
    "203.0.113.0/24, 203.0.113.255,        203.0.114.0",
    "203.0.113.0/24, ::ffff:203.0.113.1,   ::ffff:203.0.114.1",
    "2001:db8::/33,  2001:db8:7fff::1,     2001:db8:8000::",
    "2001:db8::1/128, 2001:db8::1,         2001:db8::2",
    "203.0.113.0/24, 203.0.113.9,          2001:db8::1"
  })
  void aKeyIsUsedFromItsNetworksAlone(String network, String inside, String outside) {
    Partner partner = partnerFrom(network);

    Response allowed = balance(partner, inside);
    Response refused = balance(partner, outside);

    assertThat(allowed.statusCode()).as(allowed.asString()).isEqualTo(200);
    assertRefused(refused, 403, NOT_ALLOWED);
    assertCoded(refused, ErrorCode.ADDRESS_NOT_ALLOWED, "");
    assertThat(refused.header("X-RateLimit-Limit")).isNotNull();
  }

  @Test
  void authenticationIsOfItsNetworksAlone() {
    Partner partner = partnerFrom("203.0.113.0/24");

    Response inside = authenticate(partner, partner.apiSecret(), "203.0.113.4");
    Response outside = authenticate(partner, partner.apiSecret(), "198.51.100.4");

    assertThat(inside.statusCode()).as(inside.asString()).isEqualTo(200);
    assertRefused(outside, 403, NOT_ALLOWED);
  }

  /** Otherwise the answer would say which keys exist. */
  @Test
  void aWrongSecretFromOutsideIsAnsweredLikeAnyOther() {
    Partner partner = partnerFrom("203.0.113.0/24");

    assertRefused(authenticate(partner, "wrong", "198.51.100.5"), 401, "invalid credentials");
  }

  /** The first address of the header is the client's, as for failed authentications. */
  @Test
  void theProxysOwnAddressDoesNotCount() {
    Partner partner = partnerFrom("127.0.0.0/8");

    assertRefused(balance(partner, "203.0.113.4"), 403, NOT_ALLOWED);
  }

  private Partner partnerFrom(String network) {
    Partner partner = partners.create(Map.of());
    rows.execute(
        "UPDATE api_key SET allowed_networks = ARRAY[$1] WHERE key = $2 RETURNING id",
        network,
        partner.apiKey());
    callers.now();
    return partner;
  }

  private static Response balance(Partner partner, String address) {
    return partner.request().header("X-Forwarded-For", address).get("/business/balance");
  }

  private static Response authenticate(Partner partner, String secret, String address) {
    return given()
        .header("X-Forwarded-For", address)
        .contentType("application/json")
        .body(Map.of("apiKey", partner.apiKey(), "apiSecret", secret))
        .post("/business/auth");
  }
}
