package org.mizani.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.access.OwnPort;
import org.mizani.operator.business.Desk;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Production refuses a callback URL without a public address, in each field that takes one. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class PrivateCallbackApiTest {

  private static final String REFUSAL = "callbackUrl must point to a public address";
  private static final String BUSINESSES = "/operator/businesses";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject OwnPort operators;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "100"));
    businessId = Desk.idOf(partner);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:9000/",
        "http://localhost:9000/",
        "http://2130706433/",
        "http://[::ffff:10.0.0.1]/",
        "http://169.254.169.254/latest/meta-data"
      })
  void refusesAPrivateUrlOfPayoutsAndCollections(String url) {
    assertThat(sent(url)).allSatisfy(answer -> assertRefused(answer, 400, REFUSAL));
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://8.8.8.8/hook", "https://nobody.invalid/hook"})
  void acceptsAPublicUrlAndAnUnresolvableName(String url) {
    assertThat(sent(url))
        .allSatisfy(answer -> assertRefused(answer, 422, "corridor not available"));
  }

  @Test
  void reportsAMissingFieldFirst() {
    Map<String, Object> body = with(transferOf("r"), "http://127.0.0.1/");
    body.remove("receiverPhone");

    assertRefused(partner.transfer(body), 400, "receiverPhone is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"callbackUrl", "collectionCallbackUrl"})
  void refusesAPrivateUrlOfABusiness(String field) {
    long before = rows.count("SELECT count(*) FROM business");
    Map<String, ?> url = Map.of("name", "Acacia", field, "http://10.0.0.1/");
    String refusal = field + " must point to a public address";

    assertRefused(operator().body(url).post(BUSINESSES), 400, refusal);
    assertRefused(operator().body(url).patch(path()), 400, refusal);

    assertThat(rows.count("SELECT count(*) FROM business")).isEqualTo(before);
    assertThat(operator().get(path()).<String>path(field)).isNull();
  }

  @Test
  void changesABusinessThatAlreadyHasAPrivateUrl() {
    rows.execute(
        "UPDATE business SET callback_url = 'http://10.0.0.1/' WHERE public_id = $1",
        UUID.fromString(businessId));

    Response changed = operator().body("{\"suspended\":true}").patch(path());

    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
    assertThat(changed.<Boolean>path("suspended")).isTrue();
  }

  @Test
  void acceptsAPublicUrlOfABusiness() {
    Response changed =
        operator()
            .body(
                Map.of(
                    "callbackUrl", "https://8.8.8.8/", "collectionCallbackUrl", "https://1.1.1.1"))
            .patch(path());

    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
  }

  @Test
  void reportsAnUnknownBusinessFirst() {
    assertRefused(
        operator()
            .body(Map.of("callbackUrl", "http://10.0.0.1/"))
            .patch(BUSINESSES + "/a8761c88-44ba-4c63-b785-3f84b7903211"),
        404,
        "business not found");
  }

  /** A request of a person: in production the environment's credential manages operators alone. */
  private Request operator() {
    return TestOperator.person(operators.number(), "administrator").request(operators.number());
  }

  private List<Response> sent(String url) {
    return Stream.of(
            partner.transfer(with(transferOf("transfer"), url)),
            partner.payment(with(paymentOf("payment"), url)),
            partner.bank(with(bankPayoutOf("bank"), url)),
            partner.collect(with(collectionOf("collection"), url)))
        .toList();
  }

  private static Map<String, Object> with(Map<String, Object> body, String url) {
    Map<String, Object> changed = new HashMap<>(body);
    changed.put("callbackUrl", url);
    return changed;
  }

  private String path() {
    return BUSINESSES + "/" + businessId;
  }
}
