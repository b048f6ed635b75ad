package org.mizani.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.client.FaultyServer.Fault;
import org.mizani.client.FaultyServer.Seen;
import org.mizani.client.PaymentsException.Conflict;
import org.mizani.client.PaymentsException.InvalidRequest;
import org.mizani.client.PaymentsException.NoAnswer;
import org.mizani.client.PaymentsException.NotAuthenticated;
import org.mizani.client.PaymentsException.ServiceFailure;
import org.mizani.client.model.PayoutAnswer;
import org.mizani.client.model.Transaction;
import org.mizani.client.model.TransactionUpdated;
import org.mizani.client.model.TransferRequest;

/** The client with the packaged sandbox, and with a server that spoils its requests. */
class PaymentsClientTest {

  private static final String AUTH = "/business/auth";
  private static final String TRANSFER = "/business/payout/transfer";
  private static final String DEMO_SECRET = "whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=";
  private static final String LONG_AGO = "2020-01-01T00:00:00Z";
  private static final String FAR_OFF = "2100-01-01T00:00:00Z";
  private static Sandbox sandbox;

  private final TestWaits waits = new TestWaits();
  private FaultyServer server;

  @BeforeAll
  static void startSandbox() throws Exception {
    sandbox = new Sandbox();
  }

  @AfterAll
  static void stopSandbox() throws Exception {
    sandbox.close();
  }

  @BeforeEach
  void startServer() throws Exception {
    server = new FaultyServer(sandbox.url());
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void hasAMethodForEachOperation() throws Exception {
    String document = Files.readString(Path.of("../../src/main/resources/openapi/partners.yaml"));
    String paths = document.substring(0, document.indexOf("\nwebhooks:"));
    Matcher operation = Pattern.compile("(?m)^      operationId: (\\w+)$").matcher(paths);
    Set<String> operations =
        operation.results().map(found -> found.group(1)).collect(Collectors.toSet());
    Set<String> methods =
        Arrays.stream(PaymentsClient.class.getMethods())
            .map(Method::getName)
            .collect(Collectors.toSet());
    assertTrue(operations.size() > 30);
    operations.removeAll(methods);
    assertEquals(Set.of("authenticate"), operations);
  }

  @Test
  void paysWithAmountsToTheLastDigit() {
    PayoutAnswer payout = client().build().createTransfer(transfer("exact", "1000.50"), newKey());
    assertEquals(new BigDecimal("1000.5"), payout.getReceiverAmount());
    assertEquals(new BigDecimal("7.76"), payout.getSenderAmount());
    assertTrue(server.sent(TRANSFER).get(0).body().contains("\"amount\":1000.50,"));
  }

  @Test
  void writesLargeAmountsPlainly() {
    assertEquals("{\"amount\":1000}", Json.write(Map.of("amount", new BigDecimal("1E+3"))));
  }

  @Test
  void sharesOneTokenAmongThreads() throws Exception {
    PaymentsClient client = client().build();
    ExecutorService threads = Executors.newFixedThreadPool(5);
    List<Future<?>> calls = new ArrayList<>();
    IntStream.range(0, 5).forEach(i -> calls.add(threads.submit(() -> client.getBalance())));
    for (Future<?> call : calls) {
      call.get();
    }
    threads.shutdown();
    assertEquals(1, server.sent(AUTH).size());
  }

  @Test
  void renewsTheTokenBeforeItExpires() {
    PaymentsClient client = client().build();
    client.getBalance();
    waits.pass(Duration.ofSeconds(3539));
    client.getBalance();
    assertEquals(1, server.sent(AUTH).size());
    waits.pass(Duration.ofSeconds(2));
    client.getBalance();
    assertEquals(2, server.sent(AUTH).size());
  }

  @Test
  void takesANewTokenOnceWhenTheServiceRefusesTheOldOne() {
    PaymentsClient client = client().build();
    server.spoil(Fault.STALE);
    client.createTransfer(transfer("stale", "1000"), newKey());
    assertEquals(List.of(AUTH, TRANSFER, AUTH, TRANSFER), server.paths());
    server.spoil(Fault.STALE, Fault.STALE);
    assertThrows(NotAuthenticated.class, client::getBalance);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "RESET", "BUSY", "SILENT"})
  void paysOnceAlthoughTheFirstRequestIs(Fault fault) {
    server.spoil(fault);
    PaymentsClient client = client().attemptTimeout(Duration.ofSeconds(2)).build();
    client.createTransfer(transfer("fault-" + fault, "1000"), newKey());
    List<Seen> sent = server.sent(TRANSFER);
    assertEquals(2, sent.size());
    assertEquals(sent.get(0), sent.get(1));
    assertFalse(sent.get(0).idempotencyKey().isEmpty());
    assertEquals(1, payoutsOf("fault-" + fault));
  }

  @Test
  void waitsAsLongAsRetryAfterSays() {
    server.spoil(Fault.BUSY, Fault.BUSY);
    client().build().getBalance();
    assertEquals(List.of(Duration.ofSeconds(7), Duration.ofSeconds(7)), waits.slept);
  }

  @Test
  void waitsLongerBeforeEachAttempt() {
    server.spoil(Fault.RESET, Fault.RESET, Fault.RESET);
    client().build().createTransfer(transfer("longer", "1000"), newKey());
    assertEquals(3, waits.slept.size());
    for (int i = 0; i < 3; i++) {
      long wait = waits.slept.get(i).toMillis();
      assertTrue(wait >= 125L << i && wait <= 250L << i, "wait " + wait);
    }
  }

  @Test
  void keepsTheDeadlineAndSaysThatTheOutcomeIsUnknown() {
    server.spoil(Fault.LOST, Fault.BUSY, Fault.BUSY, Fault.BUSY);
    PaymentsClient client = client().deadline(Duration.ofSeconds(10)).build();
    ServiceFailure failure =
        assertThrows(
            ServiceFailure.class,
            () -> client.createTransfer(transfer("deadline", "1000"), "kept"));
    assertEquals(503, failure.status());
    assertEquals("busy-1", failure.requestId().orElseThrow());
    assertTrue(failure.isOutcomeUnknown());
    assertEquals("kept", failure.idempotencyKey().orElseThrow());
    assertTrue(waits.nanos() < Duration.ofSeconds(10).toNanos());
    assertEquals(3, server.sent(TRANSFER).size());
    client().build().createTransfer(transfer("deadline", "1000"), "kept");
    assertEquals(1, payoutsOf("deadline"));
  }

  @Test
  void endsAfterItsAttempts() {
    server.spoil(Fault.LOST, Fault.LOST, Fault.LOST, Fault.LOST);
    PaymentsClient client = client().maxAttempts(3).build();
    assertThrows(
        NoAnswer.class, () -> client.createTransfer(transfer("attempts", "1000"), newKey()));
    assertEquals(3, server.sent(TRANSFER).size());
  }

  @Test
  void repeatsWhatHasNoKeyOnlyWhereItHadNoEffect() {
    String path = "/business/webhook-endpoints/none/test";
    PaymentsClient client = client().build();
    server.spoil(Fault.LOST);
    assertTrue(
        assertThrows(NoAnswer.class, () -> client.testOwnEndpoint("none")).isOutcomeUnknown());
    assertEquals(1, server.sent(path).size());
    server.spoil(Fault.BUSY);
    PaymentsException refusal =
        assertThrows(PaymentsException.class, () -> client.testOwnEndpoint("none"));
    assertFalse(refusal.status() == 503);
    assertEquals(3, server.sent(path).size());
  }

  @Test
  void tellsRefusalsByTypeCodeFieldAndRequestId() {
    PaymentsClient client = client().build();
    InvalidRequest invalid =
        assertThrows(
            InvalidRequest.class, () -> client.createTransfer(transfer("zero", "0"), newKey()));
    assertEquals("field_value", invalid.code());
    assertEquals("amount", invalid.field().orElseThrow());
    assertTrue(invalid.requestId().isPresent());
    assertFalse(invalid.isOutcomeUnknown());
    PayoutAnswer first = client.createTransfer(transfer("used", "1000"), newKey());
    Conflict conflict =
        assertThrows(
            Conflict.class, () -> client.createTransfer(transfer("used", "1000"), newKey()));
    assertEquals("reference_used", conflict.code());
    assertEquals(first.getServiceReference(), conflict.reference().orElseThrow());
  }

  @Test
  void readsPageAfterPage() {
    PaymentsClient client = client().build();
    for (int i = 1; i <= 3; i++) {
      client.createTransfer(transfer("page-" + i, "1000"), newKey());
    }
    List<String> found = new ArrayList<>();
    client
        .listTransactions(LONG_AGO, FAR_OFF, null, 2)
        .forEach(payout -> found.add(payout.getBusinessReference()));
    assertEquals(List.of("page-3", "page-2", "page-1"), found.subList(0, 3));
    assertEquals(found.size(), new HashSet<>(found).size());
  }

  @Test
  void readsAStatementAndItsFile() {
    PaymentsClient client = client().build();
    BigDecimal balance =
        client
            .getOwnStatement("USD", "payout", "2026-01-01", "2036-01-01")
            .getClosing()
            .getBalance();
    assertTrue(balance.signum() > 0);
    String file = client.getOwnStatementFile("USD", "payout", "2026-01-01", "2036-01-01");
    assertTrue(file.startsWith("number,time,") && file.endsWith("\r\n"));
  }

  @Test
  void believesTheWebhookThatTheServiceSends() throws Exception {
    CompletableFuture<TransactionUpdated> arrived = new CompletableFuture<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", exchange -> receive(exchange, arrived));
    receiver.start();
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
    client()
        .build()
        .createTransfer(transfer("webhook", "1000").callbackUrl(URI.create(url)), newKey());
    TransactionUpdated webhook = arrived.get();
    receiver.stop(0);
    assertEquals("webhook", webhook.getBusinessReference());
    assertEquals(new BigDecimal("7.75"), webhook.getSenderAmount());
  }

  @Test
  void tellsNoSecret() {
    PaymentsClient.Builder options = PaymentsClient.of(server.url(), "pk_test_demo", "sk_wrong");
    NotAuthenticated failure =
        assertThrows(NotAuthenticated.class, () -> options.build().getBalance());
    assertEquals("credentials_wrong", failure.code());
    assertFalse((options + failure.toString()).contains("sk_"));
  }

  @Test
  void sendsSecretsToNobodyOverPlainHttp() {
    assertThrows(
        IllegalArgumentException.class,
        () -> PaymentsClient.of("http://payments.example.com", "key", "secret"));
  }

  @Test
  void runsTheFirstPaymentOfTheReadme() throws Exception {
    Matcher block =
        Pattern.compile("(?s)```java\n(.*?)```").matcher(Files.readString(Path.of("README.md")));
    assertTrue(block.find());
    Path program = Files.createTempDirectory("readme-").resolve("FirstPayment.java");
    Files.writeString(program, block.group(1).replace("http://localhost:8080", sandbox.url()));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    Files.delete(program);
    Files.delete(program.getParent());
    assertTrue(output.matches("[0-9a-f-]{36} termination_\\w+ 7\\.91\\R"), output);
  }

  private static void receive(HttpExchange exchange, CompletableFuture<TransactionUpdated> arrived)
      throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    try {
      arrived.complete(
          new Webhooks(List.of(DEMO_SECRET))
              .verify(
                  exchange.getRequestHeaders().getFirst("webhook-id"),
                  exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                  exchange.getRequestHeaders().getFirst("webhook-signature"),
                  body,
                  TransactionUpdated.class));
    } catch (RuntimeException e) {
      arrived.completeExceptionally(e);
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private PaymentsClient.Builder client() {
    return PaymentsClient.of(server.url(), "pk_test_demo", "sk_test_demo").waits(waits);
  }

  private long payoutsOf(String reference) {
    long found = 0;
    for (Transaction payout : client().build().listTransactions(LONG_AGO, FAR_OFF, null, null)) {
      found += payout.getBusinessReference().equals(reference) ? 1 : 0;
    }
    return found;
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  private static TransferRequest transfer(String reference, String amount) {
    return new TransferRequest()
        .senderCurrency(TransferRequest.SenderCurrencyEnum.USD)
        .receiverCurrency(TransferRequest.ReceiverCurrencyEnum.KES)
        .amount(new BigDecimal(amount))
        .senderFirstName("Amina")
        .senderLastName("Otieno")
        .senderDob(LocalDate.of(1990, 4, 12))
        .senderIdType(TransferRequest.SenderIdTypeEnum.PASSPORT)
        .senderIdNumber("A1234567")
        .senderNationality("KE")
        .senderTelephoneNo("+254700000001")
        .receiverFirstName("Juma")
        .receiverLastName("Mwangi")
        .receiverPhone("+254712345678")
        .relationship("supplier")
        .payoutCountry(TransferRequest.PayoutCountryEnum.KE)
        .purposeOfTransfer(TransferRequest.PurposeOfTransferEnum.BUSINESS_PAYMENT)
        .sourceOfFunds(TransferRequest.SourceOfFundsEnum.BUSINESS_INCOME)
        .businessReference(reference);
  }
}
