package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BankApiTest {

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
  }

  @Test
  void listsTheBanksOfKenya() {
    Response response = banks("?countryCode=KE");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.asString())
        .startsWith(
            "{\"countryCode\":\"KE\",\"items\":["
                + "{\"code\":\"01\",\"name\":\"KCB Bank Kenya\",\"swiftCode\":\"KCBLKENX\"},"
                + "{\"code\":\"02\",\"name\":\"Standard Chartered Bank Kenya\",");
    assertThat(response.json().getList("items")).hasSize(40);
  }

  @Test
  void listsTheBanksOfSouthAfrica() {
    Response response = banks("?countryCode=ZA");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.asString())
        .startsWith("{\"countryCode\":\"ZA\",\"items\":[")
        .contains(
            "{\"code\":\"051001\",\"name\":\"Standard Bank\",\"swiftCode\":\"SBZAZAJJ\"}",
            "\"First National Bank (FNB/RMB, FirstRand)\"",
            "{\"code\":\"888000\",\"name\":\"Bank Zero\",\"swiftCode\":\"\"}");
    assertThat(response.json().getList("items")).hasSize(22);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?countryCode", "?countryCode=", "?countryCode=%20", "?country=KE"})
  void requiresACountry(String query) {
    assertRefused(banks(query), 400, "countryCode is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UG", "TZ", "US", "ke", "KE%20", "KEN", "%00"})
  void refusesOtherCountries(String code) {
    assertRefused(banks("?countryCode=" + code), 400, "countryCode must be one of: KE, ZA");
  }

  private Response banks(String query) {
    return partner.request().asWritten().get("/business/banks" + query);
  }
}
