package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TransferApiTest {

  @Inject TestPartners partners;

  @Test
  void paysAPhone() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response response = partner.transfer(transferOf("first"));
    System.out.println(response.asString() + response.headers());
    assertThat(response.statusCode()).isEqualTo(201);
    System.out.println(partner.request().get("/business/balance").asString());
    Thread.sleep(2500);
    System.out.println(partner.request().get("/business/balance").asString());
    System.out.println(partner.request().get("/business/transactions/first").asString());
    System.out.println(partner.transfer(transferOf("first")).asString());
  }
}
