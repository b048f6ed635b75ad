package org.mizani.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.openqa.selenium.Keys;

/** The console of the packaged service in a real browser (ADR 42). */
@EnabledIf(value = "hasBrowser", disabledReason = "there is no chromium with its chromedriver")
class ConsoleBrowserIT {

  private static final Path PICTURES = Path.of("target/console");
  private static final int[] WIDTHS = {1280, 390};
  private static final List<String> SCHEMES = List.of("light", "dark");
  private static final int BYTES_OF_A_PAGE = 200_000;
  private static final int PAYOUTS = 30;
  private static final int ROWS = 25;

  @TempDir static Path directory;
  private static ServiceProcess service;
  private static ServiceClient operator;
  private static String business;

  private final List<String> barriers = new ArrayList<>();
  private Chromium browser;

  static boolean hasBrowser() {
    return Chromium.isInstalled();
  }

  @BeforeAll
  static void startSandboxWithPayments() throws Exception {
    service =
        ServiceProcess.in(directory)
            .sandbox()
            .unhurried()
            .paidAtOnce()
            .environment("PAYMENTS_APPROVAL_MOVEMENT_ABOVE", "KES:1000000")
            .start()
            .awaitReady();
    operator = ServiceClient.demoOperator(service);
    ServiceClient partner = ServiceClient.demo(service);
    for (int i = 0; i < PAYOUTS; i++) {
      partner.post("/business/payout/transfer", transferOf("console-" + i)).succeeded();
    }
    business = operator.get("/operator/payouts").succeeded().at("/items/0/businessId").textValue();
  }

  @AfterAll
  static void stopSandbox() {
    service.close();
  }

  @BeforeEach
  void open() {
    browser = new Chromium(service.uri("/"));
  }

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  void eachPageIsReadOnScreensOfBothSizesAndInBothSchemes() throws IOException {
    look("log-in", "/console/log-in");
    logIn("op_test_demo", "os_test_demo");
    String payout =
        operator.get("/operator/payouts").body().at("/items/0/serviceReference").textValue();
    Map<String, String> pages = new HashMap<>();
    pages.put("today", "/console");
    pages.put("payments", "/console/payments");
    pages.put("payouts", "/console/payouts");
    pages.put("collections", "/console/collections");
    pages.put("payout", "/console/payouts/" + payout);
    pages.put("work", "/console/work");
    pages.put("request", "/console/approvals/" + askForATopUp(operator, "looked-at"));
    pages.put("businesses", "/console/businesses");
    pages.put("business", "/console/businesses/" + business);
    pages.put("account", "/console/account");
    pages.put("not-found", "/console/payouts/" + new UUID(0, 0));
    pages.forEach(this::look);

    assertThat(barriers).isEmpty();
  }

  /** All of it at once would be a long table: the next rows come without another page. */
  @Test
  void moreRowsComeIntoTheSamePage() {
    logIn("op_test_demo", "os_test_demo");
    browser.open("/console/payouts");
    assertThat(browser.count("#rows > tr")).isEqualTo(ROWS);

    browser.element("#next").click();

    browser.await("#rows > tr", PAYOUTS);
    assertThat(browser.element("#more").getText()).isEqualTo("That is all.");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Two persons, each with a browser: one asks, the other reads the page and approves. */
  @Test
  void aRequestIsApprovedOnItsPage() throws IOException {
    String request = askForATopUp(person("amina"), "approved-on-its-page");
    String secret = secretOf("juma");
    logIn("juma", secret);
    browser.open("/console/approvals/" + request);
    assertThat(browser.text()).contains("2,000,000", "KES", "approved-on-its-page", "amina");

    browser.leave(() -> browser.element("form[action$=approval] button").click());

    assertThat(browser.text()).contains("approved");
    assertThat(operator.get("/operator/approvals/" + request).body().path("status").textValue())
        .isEqualTo("approved");
  }

  @Test
  void aKeyboardIsEnough() {
    browser.open("/console/log-in");
    browser.element("#operatorKey").sendKeys("op_test_demo", Keys.TAB, "os_test_demo");
    browser.leave(() -> browser.focused().sendKeys(Keys.ENTER));
    assertThat(browser.path()).isEqualTo("/console");

    browser.element("body").sendKeys(Keys.TAB);
    assertThat(browser.focused().getText()).isEqualTo("Skip to the content");
    browser.focused().sendKeys(Keys.ENTER);
    assertThat(browser.focused().getDomAttribute("id")).isEqualTo("main");
  }

  @Test
  void nobodyReadsOnAfterTheLogOut() {
    logIn("op_test_demo", "os_test_demo");

    browser.leave(() -> browser.element("form.session button").click());
    browser.open("/console/payouts");

    assertThat(browser.path()).isEqualTo("/console/log-in");
  }

  private void logIn(String key, String secret) {
    browser.open("/console/log-in");
    browser.element("#operatorKey").sendKeys(key);
    browser.element("#operatorSecret").sendKeys(secret);
    browser.leave(() -> browser.element("main button").click());
    assertThat(browser.path()).isEqualTo("/console");
  }

  private void look(String name, String path) {
    browser.complaints();
    for (int width : WIDTHS) {
      for (String scheme : SCHEMES) {
        String place = "%s at %d, %s".formatted(name, width, scheme);
        browser.as(width, scheme);
        browser.open(path);
        browser.picture(PICTURES.resolve("%s-%d-%s.png".formatted(name, width, scheme)));
        browser.violations().forEach(barrier -> barriers.add(place + ": " + barrier));
        assertThat(browser.overflow()).as("pixels beyond the screen, %s", place).isZero();
        assertThat(browser.hosts()).as(place).allMatch(host -> host.startsWith("localhost:"));
        assertThat(browser.bytes()).as("bytes, %s", place).isBetween(1L, (long) BYTES_OF_A_PAGE);
      }
    }
    // A page that is not there is told in the browser's log as well.
    assertThat(browser.complaints())
        .as(name)
        .allMatch(complaint -> name.equals("not-found") && complaint.contains("404"));
  }

  private static String askForATopUp(ServiceClient person, String reference) throws IOException {
    ServiceClient.Answer asked =
        person.post(
            "/operator/businesses/" + business + "/top-ups",
            Map.of(
                "currency", "KES",
                "purpose", "payout",
                "amount", 2_000_000,
                "reference", reference,
                "reason", "receipt of the bank"));
    assertThat(asked.status()).as("%s", asked.body()).isEqualTo(202);
    return asked.body().path("id").textValue();
  }

  private static ServiceClient person(String name) throws IOException {
    Map<String, String> credentials = Map.of("operatorKey", name, "operatorSecret", secretOf(name));
    JsonNode session = ServiceClient.of(service).post("/operator/auth", credentials).succeeded();
    return ServiceClient.of(service).with(session.path("accessToken").textValue());
  }

  /** Makes a person of the finances. */
  private static String secretOf(String name) throws IOException {
    return operator
        .post("/operator/operators", Map.of("operatorKey", name, "role", "finance"))
        .succeeded()
        .path("operatorSecret")
        .textValue();
  }
}
