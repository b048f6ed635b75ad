package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.holds;
import static org.mizani.webhook.FaultyReceiver.inTurn;
import static org.mizani.webhook.FaultyReceiver.status;
import static org.mizani.webhook.Misbehaviours.raw;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.TestCertificate;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.webhook.address.AddressConfig;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.address.ReceiverAddresses;
import org.mizani.webhook.address.ReceiverAddresses.Resolver;
import org.mizani.webhook.address.TestAddresses;

/** Attempts over HTTP and TLS: addresses, certificates, failures and connections. */
class WebhookSenderTest {

  private static final AttemptOutcome NOT_PUBLIC = new Unanswered("address not public");
  private static final AttemptOutcome OK = new Answered(200, Optional.empty());
  private static final AttemptOutcome TLS_FAILURE = new Unanswered("TLS failure");
  @TempDir static Path directory;
  private static TestCertificate certificate;

  private final WebhookConfig config =
      TestConfig.with(
          Map.of(
              "http.connections", "2",
              "http.keep-alive", "1h",
              "http.timeout", "10m",
              "http.connect-timeout", "10m",
              "lease", "30m"));
  private Vertx vertx;
  private ReceiverAddresses addresses;

  @BeforeAll
  static void makeCertificate() {
    certificate = TestCertificate.of("localhost").in(directory);
  }

  @BeforeEach
  void open() {
    vertx = Vertx.vertx();
    addresses = TestAddresses.in(ServiceEnvironment.TEST, vertx);
  }

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void deliversOverTls() throws Exception {
    try (FaultyReceiver receiver = tlsReceiver()) {
      String url = "https://localhost:" + receiver.port() + "/";

      assertThat(send(trusting(), url)).isEqualTo(OK);
    }
  }

  @Test
  void refusesAnUntrustedCertificate() throws Exception {
    try (FaultyReceiver receiver = tlsReceiver()) {
      String url = "https://localhost:" + receiver.port() + "/";

      assertThat(send(sender(addresses), url)).isEqualTo(TLS_FAILURE);
      assertThat(receiver.at("/")).isEmpty();
    }
  }

  @Test
  void refusesTheCertificateOfAnotherName() throws Exception {
    try (FaultyReceiver receiver = tlsReceiver()) {
      String url = "https://127.0.0.1:" + receiver.port() + "/";

      assertThat(send(trusting(), url)).isEqualTo(TLS_FAILURE);
      assertThat(receiver.at("/")).isEmpty();
    }
  }

  @Test
  void connectsToTheResolvedAddressUnderTheName() throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      WebhookSender sender = sender(resolvingTo("127.0.0.1"));

      assertThat(send(sender, "http://pinned.invalid:" + receiver.port() + "/")).isEqualTo(OK);
      assertThat(receiver.at("/").get(0).headers())
          .containsEntry("host", "pinned.invalid:" + receiver.port());
    }
  }

  @Test
  void triesTheNextAddressWhereOneRefuses() throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      WebhookSender sender = sender(resolvingTo("127.0.0.2", "127.0.0.1"));

      assertThat(send(sender, "http://two.invalid:" + receiver.port() + "/")).isEqualTo(OK);
    }
  }

  @Test
  void timesOutDuringTheNameLookUp() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    WebhookConfig impatient = TestConfig.with(Map.of("http.timeout", "300ms"));
    WebhookSender sender =
        new WebhookSender(vertx, resolving(name -> never(over)), InstantSource.system(), impatient);

    assertThat(send(sender, "http://slow.invalid/")).isEqualTo(Unanswered.TIMED_OUT);
    over.countDown();
  }

  @Test
  void connectsToNoForbiddenNetwork() throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      AddressConfig forbidding = TestAddresses.config(Map.of("forbidden-networks", "127.0.0.0/8"));
      ReceiverAddresses others =
          new ReceiverAddresses(
              vertx, forbidding, ServiceEnvironment.TEST, InetAddress::getAllByName);

      assertThat(send(sender(others), receiver.url("/"))).isEqualTo(NOT_PUBLIC);
      assertThat(receiver.at("/")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"})
  void productionConnectsToNoAddressThatIsNotPublic(String host) throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      ReceiverAddresses publicOnes = TestAddresses.in(ServiceEnvironment.PRODUCTION, vertx);

      assertThat(send(sender(publicOnes), "http://" + host + ":" + receiver.port() + "/"))
          .isEqualTo(NOT_PUBLIC);
      assertThat(receiver.at("/")).isEmpty();
      publicOnes.close();
    }
  }

  @Test
  void describesAFailureInItsOwnWords() throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      receiver.on("/garbage", raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
      receiver.on("/head", raw("HTTP/1.1 200 OK\r\nX: " + "x".repeat(100_000) + "\r\n\r\n"));
      WebhookSender sender = sender(addresses);

      assertThat(send(sender, receiver.url("/garbage")))
          .isEqualTo(new Unanswered("IllegalArgumentException"));
      assertThat(send(sender, receiver.url("/head")))
          .isEqualTo(new Unanswered("TooLongHttpHeaderException"));
    }
  }

  @Test
  void keepsAConnectionForTheNextAttempt() throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      WebhookSender sender = sender(addresses);
      for (int i = 0; i < 5; i++) {
        send(sender, receiver.url("/"));
      }

      assertThat(receiver.mostConnections()).isEqualTo(1);
      assertThat(receiver.at("/")).hasSize(5);
    }
  }

  @Test
  void keepsConnectionsUpToTheLimit() throws Exception {
    try (FaultyReceiver one = receiver();
        FaultyReceiver two = receiver();
        FaultyReceiver three = receiver()) {
      WebhookSender sender = sender(addresses);
      for (FaultyReceiver receiver : List.of(one, two, three)) {
        assertThat(send(sender, receiver.url("/"))).isEqualTo(OK);
      }

      assertThat(three.at("/").get(0).headers()).containsEntry("connection", "close");
      holds(() -> assertThat(three.openConnections()).isZero());
      assertThat(one.openConnections()).isEqualTo(1);
    }
  }

  @Test
  void goesOnOverANewConnectionWhereAKeptOneIsClosed() throws Exception {
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/", inTurn(status(200), raw(""), status(200)));
      WebhookSender sender = sender(addresses);

      assertThat(send(sender, receiver.url("/"))).isEqualTo(OK);
      assertThat(send(sender, receiver.url("/"))).isEqualTo(OK);
      assertThat(receiver.at("/")).hasSize(3);
    }
  }

  @Test
  void goesOnOnlyOnce() throws Exception {
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/", inTurn(status(200), raw("")));
      WebhookSender sender = sender(addresses);

      assertThat(send(sender, receiver.url("/"))).isEqualTo(OK);
      assertThat(send(sender, receiver.url("/"))).isEqualTo(Unanswered.CLOSED);
      assertThat(receiver.at("/")).hasSize(3);
    }
  }

  @Test
  void goesOnOverNoOtherWhereANewConnectionIsClosed() throws Exception {
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/", raw(""));

      assertThat(send(sender(addresses), receiver.url("/"))).isEqualTo(Unanswered.CLOSED);
      assertThat(receiver.at("/")).hasSize(1);
    }
  }

  @Test
  void doesNotGoOnAfterTheAnswerHasBegun() throws Exception {
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/", inTurn(status(200), raw("HTTP/1.1 503 No\r\nContent-Length: 9\r\n\r\n")));
      WebhookSender sender = sender(addresses);

      assertThat(send(sender, receiver.url("/"))).isEqualTo(OK);
      assertThat(send(sender, receiver.url("/"))).isEqualTo(new Answered(503, Optional.empty()));
      assertThat(receiver.at("/")).hasSize(2);
    }
  }

  private AttemptOutcome send(WebhookSender sender, String url) throws Exception {
    return sender
        .send(1, CallbackUrl.parse(url), Map.of("webhook-id", "1"), new byte[] {'{', '}'})
        .toCompletionStage()
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private WebhookSender sender(ReceiverAddresses addresses) {
    return new WebhookSender(vertx, addresses, InstantSource.system(), config);
  }

  private WebhookSender trusting() {
    HttpClientOptions options = WebhookSender.options(config.http());
    options.setTrustOptions(
        new PemTrustOptions().addCertPath(certificate.authorityPem().toString()));
    return new WebhookSender(vertx, addresses, InstantSource.system(), config, options);
  }

  private ReceiverAddresses resolvingTo(String... literals) throws Exception {
    InetAddress[] found = new InetAddress[literals.length];
    for (int i = 0; i < literals.length; i++) {
      found[i] = InetAddress.getByName(literals[i]);
    }
    return resolving(name -> found);
  }

  private ReceiverAddresses resolving(Resolver resolver) {
    return new ReceiverAddresses(
        vertx, TestAddresses.config(Map.of()), ServiceEnvironment.TEST, resolver);
  }

  private static InetAddress[] never(CountDownLatch over) {
    try {
      over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new InetAddress[0];
  }

  private static FaultyReceiver receiver() throws Exception {
    return answering(new FaultyReceiver());
  }

  private static FaultyReceiver tlsReceiver() throws Exception {
    return answering(new FaultyReceiver(certificate.context().getServerSocketFactory()));
  }

  private static FaultyReceiver answering(FaultyReceiver receiver) {
    receiver.on("/", status(200));
    return receiver;
  }
}
