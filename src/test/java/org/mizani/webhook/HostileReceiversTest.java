package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.status;
import static org.mizani.webhook.Misbehaviours.endless;
import static org.mizani.webhook.Misbehaviours.raw;
import static org.mizani.webhook.Misbehaviours.trickling;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.Eventually;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.address.ReceiverAddresses;
import org.mizani.webhook.address.TestAddresses;

/**
 * Misbehaviours of a receiver, one line each: how they end an attempt, that no redirect is
 * followed, and that another receiver is served meanwhile.
 */
class HostileReceiversTest {

  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final int MOST_ATTEMPTS = 20;
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
  private static final Map<String, String> PATIENT =
      Map.of("http.timeout", "10m", "http.connect-timeout", "10m", "lease", "30m");
  private static final Map<String, String> IMPATIENT = Map.of("http.timeout", "300ms");

  private static Vertx vertx;
  private static ReceiverAddresses addresses;
  private static WebhookSender patient;
  private static WebhookSender impatient;

  private FaultyReceiver hostile;
  private FaultyReceiver healthy;

  @BeforeAll
  static void openSenders() {
    vertx = Vertx.vertx();
    addresses = TestAddresses.in(ServiceEnvironment.TEST, vertx);
    patient = sender(PATIENT);
    impatient = sender(IMPATIENT);
  }

  @AfterAll
  static void closeSenders() {
    addresses.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void open() throws Exception {
    hostile = new FaultyReceiver();
    healthy = new FaultyReceiver();
    healthy.on("/", status(200));
  }

  @AfterEach
  void close() throws Exception {
    hostile.close();
    healthy.close();
  }

  static Stream<Arguments> misbehaviours() {
    return Stream.of(
        arguments("answers 500", status(500), answers(500)),
        arguments("answers 410", status(410), answers(410)),
        arguments("asks for 7 s", status(429, "Retry-After: 7"), asksFor(Duration.ofSeconds(7))),
        arguments(
            "names a time",
            status(429, "Retry-After: " + inAMinute()),
            asksFor(Duration.ofMinutes(1))),
        arguments("asks for ever", status(429, "Retry-After: 999999999"), answers(429)),
        arguments("asks for nonsense", status(429, "Retry-After: soon"), answers(429)),
        arguments("redirects", status(302, "Location: http://localhost:1/"), answers(302)),
        arguments(
            "redirects to metadata",
            status(307, "Location: http://169.254.169.254/latest/meta-data/"),
            answers(307)),
        arguments("closes early", raw(""), ends(new Unanswered("connection closed"))),
        arguments("closes in its head", raw(OK + "Cont"), fails()),
        arguments("closes in its body", raw(OK + "Content-Length: 99\r\n\r\nx"), answers(200)),
        arguments("speaks another protocol", raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"), fails()),
        arguments("has an endless line", endless(OK + "X: ", "x"), fails()),
        arguments("has endless headers", endless(OK, "X: y\r\n"), fails()),
        arguments("works for ever", endless("", "HTTP/1.1 102 Wait\r\n\r\n"), answers(102)),
        arguments("has an endless body", endless(OK + "\r\n", "x"), answers(200)),
        arguments("has an endless error", endless("HTTP/1.1 500 No\r\n\r\n", "x"), answers(500)),
        arguments(
            "has an endless chunk",
            endless(OK + "Transfer-Encoding: chunked\r\n\r\n", "5\r\nhello\r\n"),
            answers(200)),
        arguments(
            "has an endless chunk's size",
            endless(OK + "Transfer-Encoding: chunked\r\n\r\n", "0"),
            answers(200)));
  }

  static Stream<Arguments> misbehavioursWithoutAnEnd() {
    AttemptOutcome timedOut = Unanswered.TIMED_OUT;
    return Stream.of(
        arguments("hangs", hanging(), timedOut),
        arguments("trickles its head", trickling(OK + "X: "), timedOut),
        arguments("lets wait for ever", endless("", "HTTP/1.1 100 Go\r\n\r\n"), timedOut),
        arguments(
            "trickles its body",
            trickling(OK + "Content-Length: 999999\r\n\r\n"),
            new Answered(200, Optional.empty())),
        arguments(
            "trickles an error",
            trickling("HTTP/1.1 500 No\r\n\r\n"),
            new Answered(500, Optional.empty())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misbehaviours")
  void endsItsAttemptWithoutDelayingOthers(
      String name, Behaviour behaviour, Consumer<AttemptOutcome> expected) throws Exception {
    hostile.on("/", behaviour);

    CompletableFuture<AttemptOutcome> ended = send(patient, hostile);
    AttemptOutcome meanwhile = await(send(patient, healthy));

    expected.accept(await(ended));
    assertThat(meanwhile.delivered()).isTrue();
    assertThat(hostile.at("/")).as("nothing is followed or sent again").hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misbehavioursWithoutAnEnd")
  void doesNotDelayOthersWhileItGoesOn(
      String name, Behaviour behaviour, AttemptOutcome whenItsTimeIsUp) throws Exception {
    hostile.on("/", behaviour);

    CompletableFuture<AttemptOutcome> goesOn = send(patient, hostile);
    Eventually.holds(() -> assertThat(hostile.at("/")).hasSize(1));
    AttemptOutcome meanwhile = await(send(patient, healthy));

    assertThat(meanwhile.delivered()).isTrue();
    assertThat(goesOn).isNotDone();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misbehavioursWithoutAnEnd")
  void endsAtTheTimeout(String name, Behaviour behaviour, AttemptOutcome expected)
      throws Exception {
    hostile.on("/", behaviour);

    AttemptOutcome outcome;
    int attempts = 0;
    do {
      outcome = await(send(impatient, hostile));
      attempts++;
      // A machine that stalls may read no status in time; the next attempt will.
    } while (!outcome.equals(expected) && attempts < MOST_ATTEMPTS);

    assertThat(outcome).isEqualTo(expected);
    assertThat(hostile.at("/")).as("nothing is followed").hasSizeLessThanOrEqualTo(attempts);
  }

  static Stream<Behaviour> endlessAnswers() {
    return Stream.of(
        trickling(OK + "X: "),
        trickling(OK + "\r\n"),
        endless(OK, "X: y\r\n"),
        endless(OK + "\r\n", "x"),
        endless("HTTP/1.1 500 No\r\n\r\n", "x"));
  }

  @ParameterizedTest
  @MethodSource("endlessAnswers")
  void isDisconnectedAtTheTimeoutOrSizeLimit(Behaviour behaviour) throws Exception {
    hostile.on("/", behaviour);

    while (hostile.at("/").isEmpty()) {
      await(send(impatient, hostile));
    }

    Eventually.holds(() -> assertThat(hostile.openConnections()).isZero());
  }

  private static WebhookSender sender(Map<String, String> settings) {
    return new WebhookSender(vertx, addresses, InstantSource.fixed(NOW), TestConfig.with(settings));
  }

  private static CompletableFuture<AttemptOutcome> send(
      WebhookSender sender, FaultyReceiver receiver) {
    return sender
        .send(1, CallbackUrl.parse(receiver.url("/")), Map.of("webhook-id", "1"), new byte[] {'{'})
        .toCompletionStage()
        .toCompletableFuture();
  }

  private static AttemptOutcome await(CompletableFuture<AttemptOutcome> attempt) throws Exception {
    return attempt.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static Consumer<AttemptOutcome> ends(AttemptOutcome expected) {
    return outcome -> assertThat(outcome).isEqualTo(expected);
  }

  private static Consumer<AttemptOutcome> answers(int status) {
    return outcome ->
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Answered.class, answered -> assertThat(answered.status()).isEqualTo(status));
  }

  private static Consumer<AttemptOutcome> asksFor(Duration wait) {
    return outcome ->
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Answered.class, answered -> assertThat(answered.retryAfter()).hasValue(wait));
  }

  /** Expects a failure in words of ours, not of the receiver's. */
  private static Consumer<AttemptOutcome> fails() {
    return outcome ->
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Unanswered.class, failed -> assertThat(failed.error()).matches("[A-Za-z ]{3,60}"));
  }

  private static String inAMinute() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        NOW.plusSeconds(60).atOffset(ZoneOffset.UTC));
  }
}
