package org.mizani.console.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.mizani.support.Eventually;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real browser, without a window, that reaches this machine alone. */
final class Chromium implements AutoCloseable {

  private static final Duration PATIENCE = Eventually.PATIENCE;
  private static final String AXE = axe();

  private final ChromeDriver driver;
  private final URI service;

  /** Starts it for the pages of this service. */
  Chromium(URI service) {
    this.service = URI.create("http://localhost:" + service.getPort());
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program("chromium").orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox", // the tests may be run by root
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    ChromeDriverService.Builder starter =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver").orElseThrow().toFile());
    driver = new ChromeDriver(starter.build(), options);
    driver.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
  }

  /** Whether this machine has a Chromium and its driver. */
  static boolean isInstalled() {
    return program("chromium").isPresent() && program("chromedriver").isPresent();
  }

  /** Shows pages as on a screen of this width, in this scheme of colours. */
  void as(int width, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Opens the page at this path. */
  void open(String path) {
    driver.get(service.resolve(path).toString());
  }

  /** The path at which the page is. */
  String path() {
    return URI.create(driver.getCurrentUrl()).getPath();
  }

  /** The only element of this selector. */
  WebElement element(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** The number of elements of this selector. */
  int count(String selector) {
    return driver.findElements(By.cssSelector(selector)).size();
  }

  /** The text of the page's content. */
  String text() {
    return element("main").getText();
  }

  /** The element that has the focus. */
  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  /** Follows a link, or sends a form, and waits until the next page is there. */
  void leave(Runnable way) {
    WebElement page = element("html");
    way.run();
    new WebDriverWait(driver, PATIENCE).until(any -> isGone(page));
    new WebDriverWait(driver, PATIENCE)
        .until(any -> !driver.findElements(By.tagName("main")).isEmpty());
  }

  /** Waits until there are this many elements of this selector. */
  void await(String selector, int number) {
    new WebDriverWait(driver, PATIENCE).until(any -> count(selector) == number);
  }

  /** The violations that axe finds, each as {@code rule: elements}. */
  @SuppressWarnings("unchecked")
  List<String> violations() {
    driver.executeScript(AXE);
    return (List<String>)
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run().then(found => done(found.violations.map(violation =>
                violation.id + ': ' + violation.nodes.map(node => node.target.join(' ')).join(', '))),
              failure => done(['axe failed: ' + failure]));
            """);
  }

  /** By how many pixels the page is wider than the screen. */
  long overflow() {
    return (long)
        driver.executeScript(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  /** The hosts, with ports, of all that the page was made of. */
  @SuppressWarnings("unchecked")
  List<String> hosts() {
    return (List<String>)
        driver.executeScript(
            """
            return [...new Set(performance.getEntries()
                .filter(entry => entry.entryType == 'navigation' || entry.entryType == 'resource')
                .map(entry => new URL(entry.name).host))]
            """);
  }

  /**
   * The messages of the browser since the last call: refusals of the policy, failed loads, errors.
   */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Bytes of page, scripts and styles, as they came over the network or from its cache. */
  long bytes() {
    return (long)
        driver.executeScript(
            """
            return performance.getEntries()
                .filter(entry => entry.entryType == 'navigation' || entry.entryType == 'resource')
                .reduce((sum, entry) => sum + entry.decodedBodySize, 0)
            """);
  }

  /** Keeps a picture of the screen, for people to look at. */
  void picture(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }

  private static boolean isGone(WebElement element) {
    try {
      element.isEnabled();
      return false;
    } catch (StaleElementReferenceException e) {
      return true;
    }
  }

  private static Optional<Path> program(String name) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String axe() {
    try (InputStream file = Chromium.class.getResourceAsStream("/axe.min.js")) {
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
