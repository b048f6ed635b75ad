package org.mizani.console.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.BusinessProfile;
import org.mizani.console.Browser;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Screens of businesses. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleBusinessApiTest {

  private static final String HOSTILE = "</title><script>alert('1')</script>\"{business.id}";

  @Inject TestPartners partners;

  private final Browser browser = Browser.of("viewer");

  @Test
  void listsBusinessesTheNewestFirst() {
    String name = "Acacia " + UUID.randomUUID();
    String id = Desk.idOf(partners.create(BusinessProfile.named(name), Map.of()));

    Element row = browser.page("/console/businesses").select("#rows tr").first();

    assertThat(row.select("th").text()).isEqualTo(name);
    assertThat(row.select("th a").attr("href")).isEqualTo("/console/businesses/" + id);
    assertThat(row.text()).contains("active");
  }

  @Test
  void showsABusinessWithWalletsAndKeys() {
    Partner partner = partners.createShop(Map.of(CurrencyUnit.KES, "1234567.5"));
    String id = Desk.idOf(partner);

    Document page = browser.page("/console/businesses/" + id);

    assertThat(page.select("h1").text()).isEqualTo("Shop");
    Element wallet = page.select("#wallets + .scroll tbody tr").first();
    assertThat(wallet.select("td").eachText())
        .containsExactly("payout", "1,234,567.50 KES", "0.00 KES", "0.00 KES");
    assertThat(page.select("#keys + .scroll tbody th").text()).isEqualTo(partner.apiKey());
    assertThat(page.select("dl.facts").text()).contains("Collections enabled");
    assertThat(page.text()).doesNotContain(partner.apiSecret());
    assertThat(page.select("main a").eachAttr("href"))
        .contains("/console/payments?businessId=" + id);
  }

  @Test
  void saysWhatToDoWithoutWallets() {
    String id = Desk.idOf(partners.create(Map.of()));

    Document page = browser.page("/console/businesses/" + id);

    assertThat(page.select("p.empty").eachText())
        .contains("It has no wallet yet. The first top-up, or the first collection, opens one.");
  }

  @Test
  void aNameIsShownAsText() {
    String id = Desk.idOf(partners.create(BusinessProfile.named(HOSTILE), Map.of()));

    Document page = browser.page("/console/businesses/" + id);

    assertThat(page.select("h1").text()).isEqualTo(HOSTILE);
    assertThat(page.title()).startsWith(HOSTILE);
    assertThat(page.select("script:not([src])")).isEmpty();
    assertThat(browser.page("/console/businesses").select("script:not([src])")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "00000000-0000-0000-0000-000000000000"})
  void anUnknownBusinessIsNotFound(String id) {
    Response answer = browser.get("/console/businesses/" + id);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Browser.refusal(answer)).isEqualTo("business not found");
  }

  @Test
  void aCursorOfAnotherListIsRefused() {
    Response answer = browser.get("/console/businesses?cursor=nonsense");

    assertThat(answer.statusCode()).isEqualTo(400);
  }
}
