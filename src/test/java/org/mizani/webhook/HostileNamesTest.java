package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.webhook.FaultyReceiver.status;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.address.ReceiverAddresses;
import org.mizani.webhook.address.ReceiverAddresses.NotPublicException;
import org.mizani.webhook.address.ReceiverAddresses.Resolver;
import org.mizani.webhook.address.TestAddresses;

/**
 * Dangerous names of receivers: with private addresses, with addresses that change between two
 * look-ups, with name servers that never answer, and with certificates of other names. Each test
 * sets the addresses to which a name resolves.
 */
class HostileNamesTest {

  private static final String NAME = "receiver.test";
  private static final AttemptOutcome FORBIDDEN = new Unanswered("address not public");
  private static final AttemptOutcome TLS_FAILURE = new Unanswered("TLS failure");

  @TempDir static Path directory;
  private static TestCertificate valid;
  private static TestCertificate expired;

  private final WebhookConfig config =
      TestConfig.with(Map.of("http.timeout", "10m", "http.connect-timeout", "10m", "lease", "30m"));
  private final AtomicInteger lookups = new AtomicInteger();
  private Vertx vertx;

  @BeforeAll
  static void makeCertificates() {
    valid = TestCertificate.of(NAME).in(directory);
    expired = TestCertificate.of(NAME).expired().in(directory);
  }

  @BeforeEach
  void open() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",
        "10.0.0.8",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.100.100.200",
        "::1",
        "::",
        "fe80::1",
        "fd00:ec2::254",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.8",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "2002:7f00:1::"
      })
  void productionRefusesAddressesThatAreNotPublic(String address) throws Exception {
    try (FaultyReceiver receiver = receiver()) {
      Resolver alone = name -> answer(address);
      Resolver amongPublicOnes = name -> answer("8.8.8.8", address, "8.8.4.4");

      assertThat(send(production(alone), "http", NAME, receiver)).isEqualTo(FORBIDDEN);
      assertThat(send(production(amongPublicOnes), "http", NAME, receiver)).isEqualTo(FORBIDDEN);
      assertThat(receiver.at("/")).isEmpty();
    }
  }

  @Test
  void aNameThatTurnsPrivateIsRefused() throws Exception {
    Resolver turning = inTurn("8.8.8.8", "127.0.0.1");
    ReceiverAddresses addresses = addresses(ServiceEnvironment.PRODUCTION, turning);
    CallbackUrl url = CallbackUrl.parse("http://" + NAME + "/");

    List<InetAddress> first = await(addresses.of(1, url).toCompletionStage().toCompletableFuture());

    assertThat(first).extracting(InetAddress::getHostAddress).containsExactly("8.8.8.8");
    assertThat(addresses.of(1, url).toCompletionStage())
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withCauseInstanceOf(NotPublicException.class);
  }

  @Test
  void theCheckedAddressIsTheConnectedOne() throws Exception {
    try (FaultyReceiver checked = receiver()) {
      // No server listens at the second address, which only a second look-up would find.
      WebhookSender sender = sender(inTurn("127.0.0.1", "127.0.0.99"), trusting(valid));

      assertThat(send(sender, "http", NAME, checked)).isEqualTo(answered(200));
      assertThat(lookups).as("look-ups of one attempt").hasValue(1);
      assertThat(checked.at("/").get(0).headers())
          .containsEntry("host", NAME + ":" + checked.port());
    }
  }

  @Test
  void tlsVerifiesTheNameOfTheReceiver() throws Exception {
    try (FaultyReceiver receiver = receiver(valid)) {
      WebhookSender sender = sender(name -> answer("127.0.0.1"), trusting(valid));

      assertThat(send(sender, "https", NAME, receiver)).isEqualTo(answered(200));
    }
  }

  @Test
  void tlsSendsTheNameOfTheReceiver() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
      CompletableFuture<String> hello = CompletableFuture.supplyAsync(() -> firstBytes(server));
      WebhookSender sender = sender(name -> answer("127.0.0.1"), trusting(valid));
      String url = "https://" + NAME + ":" + server.getLocalPort() + "/";

      AttemptOutcome outcome = send(sender, url);

      assertThat(await(hello)).contains(NAME);
      assertThat(outcome).isInstanceOf(Unanswered.class);
    }
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    try (FaultyReceiver receiver = receiver(expired)) {
      WebhookSender sender = sender(name -> answer("127.0.0.1"), trusting(expired));

      assertThat(send(sender, "https", NAME, receiver)).isEqualTo(TLS_FAILURE);
      assertThat(receiver.at("/")).isEmpty();
    }
  }

  @Test
  void anUntrustedCertificateIsRefusedInTestToo() throws Exception {
    try (FaultyReceiver receiver = receiver(valid)) {
      WebhookSender sender =
          sender(name -> answer("127.0.0.1"), WebhookSender.options(config.http()));

      assertThat(send(sender, "https", NAME, receiver)).isEqualTo(TLS_FAILURE);
      assertThat(receiver.at("/")).isEmpty();
    }
  }

  @Test
  void aConnectionIsNotReusedForAnotherName() throws Exception {
    try (FaultyReceiver receiver = receiver(valid)) {
      WebhookSender sender = sender(name -> answer("127.0.0.1"), trusting(valid));

      assertThat(send(sender, "https", NAME, receiver)).isEqualTo(answered(200));
      assertThat(send(sender, "https", "other.test", receiver)).isEqualTo(TLS_FAILURE);
      assertThat(receiver.at("/")).hasSize(1);
    }
  }

  @Test
  void unresolvedNamesDoNotDelayOtherReceivers() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    Resolver resolver = name -> name.startsWith("slow") ? never(over) : answer("127.0.0.1");
    try (FaultyReceiver receiver = receiver()) {
      WebhookSender sender = sender(resolver, trusting(valid));
      assertThat(send(sender, "http", NAME, receiver)).isEqualTo(answered(200));
      List<CompletableFuture<AttemptOutcome>> stuck = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        stuck.add(begin(sender, "http://slow" + i + ".test/"));
      }

      AttemptOutcome outcome = send(sender, "http", NAME, receiver);

      assertThat(outcome).isEqualTo(answered(200));
      assertThat(stuck).noneMatch(CompletableFuture::isDone);
    } finally {
      over.countDown();
    }
  }

  @Test
  void unresolvedNamesEndAtTheTimeout() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try {
      WebhookSender sender =
          new WebhookSender(
              vertx,
              addresses(ServiceEnvironment.TEST, name -> never(over)),
              InstantSource.system(),
              TestConfig.with(Map.of("http.timeout", "300ms")));
      List<CompletableFuture<AttemptOutcome>> stuck =
          IntStream.range(0, 100)
              .mapToObj(i -> begin(sender, "http://slow" + i + ".test/"))
              .toList();

      for (CompletableFuture<AttemptOutcome> attempt : stuck) {
        assertThat(await(attempt)).isEqualTo(Unanswered.TIMED_OUT);
      }
    } finally {
      over.countDown();
    }
  }

  private static InetAddress[] never(CountDownLatch over) {
    try {
      over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new InetAddress[0];
  }

  private Resolver inTurn(String... addresses) {
    return name -> answer(addresses[Math.min(lookups.getAndIncrement(), addresses.length - 1)]);
  }

  private static InetAddress[] answer(String... literals) throws UnknownHostException {
    InetAddress[] found = new InetAddress[literals.length];
    for (int i = 0; i < literals.length; i++) {
      found[i] = InetAddress.getByName(literals[i]);
    }
    return found;
  }

  private ReceiverAddresses addresses(ServiceEnvironment environment, Resolver resolver) {
    return new ReceiverAddresses(vertx, TestAddresses.config(Map.of()), environment, resolver);
  }

  private WebhookSender production(Resolver resolver) {
    return new WebhookSender(
        vertx, addresses(ServiceEnvironment.PRODUCTION, resolver), InstantSource.system(), config);
  }

  private WebhookSender sender(Resolver resolver, HttpClientOptions options) {
    return new WebhookSender(
        vertx,
        addresses(ServiceEnvironment.TEST, resolver),
        InstantSource.system(),
        config,
        options);
  }

  private HttpClientOptions trusting(TestCertificate certificate) {
    return WebhookSender.options(config.http())
        .setTrustOptions(new PemTrustOptions().addCertPath(certificate.authorityPem().toString()));
  }

  private static AttemptOutcome send(
      WebhookSender sender, String scheme, String name, FaultyReceiver receiver) throws Exception {
    return send(sender, scheme + "://" + name + ":" + receiver.port() + "/");
  }

  private static AttemptOutcome send(WebhookSender sender, String url) throws Exception {
    return await(begin(sender, url));
  }

  private static CompletableFuture<AttemptOutcome> begin(WebhookSender sender, String url) {
    return sender
        .send(1, CallbackUrl.parse(url), Map.of("webhook-id", "1"), new byte[] {'{', '}'})
        .toCompletionStage()
        .toCompletableFuture();
  }

  private static <T> T await(CompletableFuture<T> result) throws Exception {
    return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static AttemptOutcome answered(int status) {
    return new Answered(status, Optional.empty());
  }

  private static FaultyReceiver receiver() throws IOException {
    return answering(new FaultyReceiver());
  }

  private static FaultyReceiver receiver(TestCertificate certificate) throws IOException {
    return answering(new FaultyReceiver(certificate.context().getServerSocketFactory()));
  }

  private static FaultyReceiver answering(FaultyReceiver receiver) {
    receiver.on("/", status(200));
    return receiver;
  }

  private static String firstBytes(ServerSocket server) {
    try (Socket socket = server.accept()) {
      byte[] bytes = new byte[2000];
      int read = socket.getInputStream().read(bytes);
      return new String(bytes, 0, Math.max(0, read), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
