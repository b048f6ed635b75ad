package org.mizani.console.today;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.console.Browser;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** The console's first screen. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleTodayApiTest {

  @Inject TestPartners partners;

  @Test
  void showsTheQueuesAndRailsOfTheSummary() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    Map<String, Object> pending = TestPartners.transferOf("waits");
    pending.put("forceStatus", "termination_pending");
    partner.transfer(pending).created();

    Document page = Browser.of("viewer").page("/console");

    Element queue = row(page, "Payouts pending");
    assertThat(queue.select("a").attr("href"))
        .isEqualTo("/console/payouts?status=termination_pending");
    assertThat(Long.parseLong(queue.select("td").first().text().replace(",", ""))).isPositive();
    assertThat(Instant.parse(queue.select("time").attr("datetime"))).isBefore(Instant.now());
    assertThat(row(page, "simulator").text()).contains("not paused");
    assertThat(page.select("h2").eachText())
        .containsExactly("What waits", "Rails", "Books", "Open quotes");
  }

  private static Element row(Document page, String name) {
    return page.select("tr").stream()
        .filter(row -> row.select("th").text().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void leadsToTheScreensOfItsReader() {
    Document page = Browser.of("viewer").page("/console");

    assertThat(page.select("nav a").eachText())
        .isEqualTo(List.of("Today", "Payments", "Work queue", "Businesses"));
    assertThat(page.select("[aria-current=page]").eachText()).isEqualTo(List.of("Today"));
    assertThat(page.select("html").attr("lang")).isEqualTo("en");
    assertThat(page.select("a.skip").attr("href")).isEqualTo("#main");
    assertThat(page.select("main#main")).hasSize(1);
    assertThat(page.select("h1")).hasSize(1);
  }

  @Test
  void itsPolicyAllowsItsOwnFilesAlone() {
    Response answer = Browser.of("viewer").get("/console");

    assertThat(answer.header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                + " connect-src 'self'; base-uri 'none'; form-action 'self';"
                + " frame-ancestors 'none'");
    assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("same-origin");
    assertThat(answer.header("X-Request-Id")).isNotBlank();
  }

  @Test
  void anotherPathIsAPageThatSaysSo() {
    Browser browser = Browser.of("viewer");

    Response answer = browser.get("/console/nothing-here");

    assertThat(answer.statusCode()).isEqualTo(404);
    Document page = Browser.page(answer);
    assertThat(page.select("h1").text()).isEqualTo("Not found");
    assertThat(page.select("code").text()).isEqualTo(answer.header("X-Request-Id"));
  }

  /** htmx leaves a part as it is where a new one is refused: the page would stay, and be old. */
  @ParameterizedTest
  @CsvSource({
    "/console/nothing-here, 404",
    "/console?other=1, 400",
    "/console/payouts?limit=x, 400"
  })
  void aRefusedPartHasThePageReadAgain(String target, int status) {
    Browser browser = Browser.of("viewer");

    Response refused = browser.request().header("HX-Request", "true").get(target);

    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.header("HX-Refresh")).isEqualTo("true");
    assertThat(browser.get(target).header("HX-Refresh")).isNull();
  }

  @Test
  void aPartThatIsReadLeavesThePage() {
    Response part = Browser.of("viewer").request().header("HX-Request", "true").get("/console");

    assertThat(part.statusCode()).isEqualTo(200);
    assertThat(part.header("HX-Refresh")).isNull();
  }

  @Test
  void filesAreKeptByBrowsersUntilAnotherVersion() {
    Browser browser = Browser.of("viewer");
    String path = browser.page("/console").select("link[rel=stylesheet]").attr("href");

    Response file = browser.get(path);

    assertThat(file.headers().allValues("Cache-Control"))
        .containsExactly("public, max-age=31536000, immutable");
    assertThat(browser.get(path.replaceFirst("assets/[0-9a-f]+", "assets/0")).statusCode())
        .isEqualTo(404);
  }
}
