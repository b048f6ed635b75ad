package org.mizani.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Operators list the webhook endpoints of a business and disable one. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OperatorEndpointApiTest {

  private static final String OWN = "/business/webhook-endpoints";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;
  private String endpoints;
  private String endpoint;

  @BeforeEach
  void aPartnerWithAnEndpoint() {
    partner = partners.create(Map.of());
    endpoints = pathOf(partner);
    endpoint = endpointOf(partner);
  }

  @Test
  void listsThemWithoutUrlsAndSecrets() {
    endpointOf(partners.create(Map.of()));

    Response listed = TestOperator.request().get(endpoints).succeeded();

    assertThat(listed.json().<String>getList("items.id")).containsExactly(endpoint);
    assertThat(listed.json().<String>getList("items.host"))
        .containsExactly("hooks.example.com:443");
    assertThat(listed.json().<Boolean>getList("items.ordered")).containsExactly(true);
    assertThat(listed.asString()).doesNotContain("token-of-the-url", "whsec_");
  }

  @Test
  void aDisabledOneIsEnabledByItsBusinessAlone() {
    Response disabled = disable(endpoint);

    assertThat(disabled.<String>path("status")).isEqualTo("disabled");
    assertThat(partner.request().get(OWN + "/" + endpoint).<String>path("status"))
        .isEqualTo("disabled");
    Response enabled = partner.request().post(OWN + "/" + endpoint + "/enable").succeeded();
    assertThat(enabled.<String>path("status")).isEqualTo("enabled");
  }

  @Test
  void aDisablementIsAuditedOnce() {
    disable(endpoint).succeeded();
    disable(endpoint).succeeded();

    assertThat(
            rows.count(
                "SELECT count(*) FROM audit_entry WHERE action = 'webhook-endpoint.disable'"
                    + " AND operator = $1 AND subject LIKE '%/webhook-endpoints/' || $2"
                    + " AND before::text LIKE '%enabled%' AND after::text LIKE '%disabled%'",
                TestOperator.KEY, endpoint))
        .isOne();
  }

  @Test
  void anotherBusinessHasItNot() {
    String others = pathOf(partners.create(Map.of()));

    Response refused = TestOperator.request().post(others + "/" + endpoint + "/disable");

    assertRefused(refused, 404, "webhook endpoint not found");
    assertThat(partner.request().get(OWN + "/" + endpoint).<String>path("status"))
        .isEqualTo("enabled");
  }

  @Test
  void aDeletedOneIsNotFound() {
    partner.request().delete(OWN + "/" + endpoint).succeeded();

    assertRefused(disable(endpoint), 404, "webhook endpoint not found");
    assertThat(TestOperator.request().get(endpoints).json().<String>getList("items.id")).isEmpty();
  }

  private Response disable(String id) {
    return TestOperator.request().post(endpoints + "/" + id + "/disable");
  }

  private static String pathOf(Partner partner) {
    String id = partner.request().get("/business/balance").path("businessId");
    return "/operator/businesses/" + id + "/webhook-endpoints";
  }

  private static String endpointOf(Partner partner) {
    return partner
        .request()
        .body(
            Map.of(
                "url",
                "https://hooks.example.com/token-of-the-url",
                "kinds",
                List.of("payout"),
                "ordered",
                true))
        .post(OWN)
        .path("id");
  }
}
