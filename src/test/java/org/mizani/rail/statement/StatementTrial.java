package org.mizani.rail.statement;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import jakarta.inject.Inject;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.StandIns;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInBooks;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.support.Response;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Trial of the check: payments that are made through both networks, and changes of their rows. */
abstract class StatementTrial {

  static final String PHONE = "254712345678";
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path directory;

  @Inject TestPartners partners;
  @Inject StandIns standIns;

  final List<Difference> differences = new ArrayList<>();
  DarajaStandIn kenya;
  PawapayStandIn momo;
  private Partner partner;

  /** A transaction of the tables' owner, without triggers, that is rolled back. */
  Connection owner;

  @BeforeEach
  void openNetworks() throws SQLException {
    kenya = standIns.kenya();
    momo = standIns.momo();
    partner = partners.createShop(Map.of(CurrencyUnit.KES, "1000000", CurrencyUnit.TZS, "1000000"));
    String url = ConfigProvider.getConfig().getValue("quarkus.datasource.jdbc.url", String.class);
    owner = DriverManager.getConnection(url, "postgres", "postgres");
    owner.setAutoCommit(false);
    change("SET LOCAL session_replication_role = replica");
  }

  @AfterEach
  void takeBack() throws SQLException {
    owner.rollback();
    owner.close();
  }

  StatementSummary check(
      String rail, String type, Path file, Optional<StatementScope.Window> window)
      throws SQLException {
    return new StatementCheck(owner, new StatementScope(rail, DAY, window), differences::add)
        .run(file, StatementForms.of(type).orElseThrow());
  }

  static StatementScope.Window aroundNow() {
    return new StatementScope.Window(Instant.now().minus(DAY), Instant.now().plus(DAY));
  }

  List<String> words() {
    return differences.stream().map(Difference::words).toList();
  }

  /** The differences that name one of these payments: other tests have made more. */
  List<String> wordsAbout(UUID... payments) {
    return words().stream()
        .filter(line -> Stream.of(payments).anyMatch(id -> line.contains(id.toString())))
        .toList();
  }

  Path mpesa(Stream<String> lines) throws IOException {
    return write(NetworkStatements.MPESA_HEADER, lines);
  }

  Path pawapay(Stream<String> lines) throws IOException {
    return write(NetworkStatements.PAWAPAY_HEADER, lines);
  }

  private Path write(String header, Stream<String> lines) throws IOException {
    return Files.writeString(
        directory.resolve("statement.csv"),
        Stream.concat(Stream.of(header), lines).collect(joining("\r\n")));
  }

  /** Deletes payments, as if the database were restored to a moment before them. */
  void forget(UUID... payments) throws SQLException {
    for (UUID id : payments) {
      change("DELETE FROM payout WHERE id = '%s'".formatted(id));
      change("DELETE FROM collection WHERE id = '%s'".formatted(id));
    }
  }

  void change(String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  UUID pay(String reference, String currency, String phone, String amount) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", currency);
    body.put("receiverCurrency", currency);
    body.put("payoutCountry", currency.equals("KES") ? "KE" : "TZ");
    body.put("receiverPhone", phone);
    body.put("amount", new BigDecimal(amount));
    return settled(reference, partner.transfer(body));
  }

  UUID payTill(String reference) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "KES");
    body.put("amount", 5000);
    return settled(reference, partner.payment(body));
  }

  private UUID settled(String reference, Response created) {
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(partner.finalStatus(reference)).isNotEqualTo("termination_pending");
    return UUID.fromString(created.path("serviceReference"));
  }

  UUID collect(String currency, String phone) {
    Map<String, Object> body = collectionOf("collected");
    body.put("amount", 500);
    body.put("currency", currency);
    body.put("mobile", phone);
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    UUID id = UUID.fromString(created.path("id"));
    assertThat(
            eventually(
                () -> partner.request().get("/business/collections/" + id).<String>path("status"),
                status -> !"collection_pending".equals(status)))
        .isEqualTo("collection_success");
    return id;
  }

  String receiptOf(UUID payout) {
    return kenya.books().entries().stream()
        .filter(entry -> entry.requestId().equals(payout.toString()))
        .map(StandInBooks.Entry::receipt)
        .findFirst()
        .orElseThrow();
  }
}
