package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.Eventually;

/** Callback URLs that production accepts. The test sets the addresses to which names resolve. */
class CallbackGuardTest {

  private static final Map<String, List<String>> KNOWN =
      Map.of(
          "public.example", List.of("8.8.8.8", "2606:4700:4700::1111"),
          "private.example", List.of("10.0.0.1"),
          "metadata.example", List.of("169.254.169.254"),
          "mapped.example", List.of("::ffff:127.0.0.1"),
          "both.example", List.of("8.8.8.8", "::1"),
          "localhost", List.of("127.0.0.1"));

  private static final long BUSINESS = 1;
  private static final long OTHER = 2;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch answered = new CountDownLatch(1);
  private final CallbackGuard guard =
      guard(ServiceEnvironment.PRODUCTION, Map.of("registration.lookup-timeout", "10m"));

  @AfterEach
  void close() {
    answered.countDown();
    guard.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://private.example/hook",
        "https://PRIVATE.example/hook",
        "https://metadata.example",
        "https://mapped.example",
        "https://both.example",
        "http://localhost:8080/",
        "http://localhost.:8080/"
      })
  void refusesNamesWithAnAddressThatIsNotPublic(String url) {
    assertRefused(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:9000/",
        "http://127.0.0.1./",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://0.0.0.0/",
        "http://100.64.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fe80::1]/",
        "http://[fc00::1]/"
      })
  void refusesAddressesWithoutALookUp(String url) {
    assertRefused(url);
    assertThat(asked).isEmpty();
  }

  @Test
  void namesTheField() {
    Optional<CallbackUrl> url = CallbackUrl.find("http://10.0.0.1/");

    assertThatThrownBy(() -> guard.check("collectionCallbackUrl", url).await().atMost(PATIENCE))
        .isInstanceOf(ApiException.class)
        .hasMessage("collectionCallbackUrl must point to a public address");
  }

  @Test
  void acceptsPublicUrlsAndAMissingOne() {
    pass(guard, "https://public.example/hook");
    pass(guard, "https://8.8.8.8/hook");
    guard.check(BUSINESS, Optional.empty()).await().atMost(PATIENCE);

    assertThat(asked).containsExactly("public.example");
  }

  @Test
  void refusesForbiddenNetworksInTestToo() {
    CallbackGuard test =
        guard(ServiceEnvironment.TEST, Map.of("forbidden-networks", "8.8.8.0/24,127.0.0.0/8"));

    for (String host : List.of("8.8.8.9", "127.0.0.1", "public.example")) {
      assertThatThrownBy(() -> pass(test, "https://" + host + "/hook"))
          .hasMessage("callbackUrl must point to a public address");
    }
    pass(test, "http://10.0.0.1/hook");
    test.close();
  }

  @Test
  void acceptsANameThatDoesNotResolve() {
    pass(guard, "https://nobody.example/hook");

    assertThat(asked).containsExactly("nobody.example");
  }

  @Test
  void looksANameUpOnce() {
    for (int i = 0; i < 5; i++) {
      pass(guard, "https://public.example/hook/" + i);
    }

    assertThat(asked).hasSize(1);
  }

  @Test
  void looksANameUpAgainAfterAWhile() {
    CallbackGuard forgetful =
        guard(ServiceEnvironment.PRODUCTION, Map.of("registration.age", "50ms"));
    pass(forgetful, "https://public.example/hook");

    Eventually.eventually(
        () -> {
          pass(forgetful, "https://public.example/hook");
          return asked.size();
        },
        lookUps -> lookUps > 1);
    forgetful.close();
  }

  @Test
  void waitsOnceForASlowNameServer() {
    CallbackGuard impatient =
        guard(
            ServiceEnvironment.PRODUCTION,
            Map.of("registration.lookup-timeout", "300ms", "registration.age", "1h"));
    long begun = System.nanoTime();

    for (int i = 0; i < 5; i++) {
      pass(impatient, "https://slow.example/hook");
    }

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(Duration.ofMillis(290));
    assertThat(asked).containsExactly("slow.example");
    assertThat(answered.getCount()).as("it has not answered yet").isOne();
    impatient.close();
  }

  @Test
  void slowNameServersDoNotHoldUpFurtherChecks() {
    CallbackGuard busy =
        guard(
            ServiceEnvironment.PRODUCTION,
            Map.of(
                "registration.lookups", "2",
                "registration.waiting", "3",
                "registration.lookup-timeout", "10m"));
    List<CompletableFuture<Void>> held =
        IntStream.range(0, 4).mapToObj(i -> check(busy, "https://slow.example" + i)).toList();

    pass(busy, "https://slow.example4");

    assertThat(held).noneMatch(CompletableFuture::isDone);
    answered.countDown();
    assertThat(held).allSatisfy(one -> assertThat(one).succeedsWithin(PATIENCE));
    busy.close();
  }

  @Test
  void slowNamesOfABusinessLeaveTheOthersTheirLookUps() {
    CallbackGuard busy =
        guard(ServiceEnvironment.PRODUCTION, Map.of("registration.lookup-timeout", "10m"));
    List<CompletableFuture<Void>> held =
        IntStream.range(0, 64).mapToObj(i -> check(busy, "https://slow.example" + i)).toList();

    assertThatThrownBy(() -> pass(busy, OTHER, "https://private.example/hook"))
        .hasMessage("callbackUrl must point to a public address");
    pass(busy, OTHER, "https://public.example/hook");

    assertThat(held).noneMatch(CompletableFuture::isDone);
    assertThat(asked).contains("private.example", "public.example");
    busy.close();
  }

  @Test
  void aNameThatAnotherBusinessWaitsForIsLookedUpBesideIt() {
    CallbackGuard busy =
        guard(ServiceEnvironment.PRODUCTION, Map.of("registration.lookup-timeout", "10m"));
    IntStream.range(0, 10).forEach(i -> check(busy, "https://slow.example" + i));
    CompletableFuture<Void> waiting = check(busy, "https://public.example/hook");

    pass(busy, OTHER, "https://public.example/hook");

    assertThat(waiting).isNotDone();
    busy.close();
  }

  @Test
  void answersEachCallerOnItsOwnContext() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      List<Context> contexts = List.of(vertx.getOrCreateContext(), vertx.getOrCreateContext());
      List<CompletableFuture<Context>> answers =
          contexts.stream().map(context -> answeredOn(context, "https://slow.example")).toList();
      answered.countDown();

      for (int i = 0; i < contexts.size(); i++) {
        assertThat(answers.get(i).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            .isSameAs(contexts.get(i));
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Test
  void testAcceptsAllUrlsWithoutALookUp() {
    CallbackGuard test = guard(ServiceEnvironment.TEST, Map.of());

    pass(test, "http://localhost:9000/payouts");
    pass(test, "http://169.254.169.254/");
    pass(test, "http://[::1]/");

    assertThat(asked).isEmpty();
    test.close();
  }

  private CompletableFuture<Context> answeredOn(Context context, String url) {
    CompletableFuture<Context> on = new CompletableFuture<>();
    context.runOnContext(
        begun ->
            guard
                .check(BUSINESS, CallbackUrl.find(url))
                .subscribe()
                .with(done -> on.complete(Vertx.currentContext()), on::completeExceptionally));
    return on;
  }

  private void assertRefused(String url) {
    assertThatThrownBy(() -> pass(guard, url))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.fault().status()).isEqualTo(400))
        .hasMessage("callbackUrl must point to a public address");
  }

  private static void pass(CallbackGuard guard, String url) {
    pass(guard, BUSINESS, url);
  }

  private static void pass(CallbackGuard guard, long business, String url) {
    guard.check(business, Optional.of(CallbackUrl.parse(url))).await().atMost(PATIENCE);
  }

  private static CompletableFuture<Void> check(CallbackGuard guard, String url) {
    return guard.check(BUSINESS, Optional.of(CallbackUrl.parse(url))).subscribeAsCompletionStage();
  }

  private CallbackGuard guard(ServiceEnvironment environment, Map<String, String> changed) {
    return new CallbackGuard(environment, TestAddresses.config(changed), this::resolve);
  }

  private InetAddress[] resolve(String name) throws UnknownHostException {
    asked.add(name);
    if (name.startsWith("slow.")) {
      awaitAnswer();
    }
    List<String> literals =
        KNOWN.get(name.endsWith(".") ? name.substring(0, name.length() - 1) : name);
    if (literals == null) {
      throw new UnknownHostException(name);
    }
    InetAddress[] found = new InetAddress[literals.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = InetAddress.getByName(literals.get(i));
    }
    return found;
  }

  private void awaitAnswer() {
    try {
      answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
