package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceProcess;

/** The command that compares a network's statement, as the role of pods and without their keys. */
class RailStatementIT {

  private static final String ROLE = "payments_statement";
  private static final UUID PAYOUT = UUID.fromString("0199b0c2-7a10-7abc-8def-0123456789ab");
  private static final UUID COLLECTION = UUID.fromString("0199b0c2-7a20-7abc-8def-0123456789ab");

  private static final String PAYMENTS =
      """
      INSERT INTO payout (id, business_id, api_key_id, wallet_id, sender_minor, fee_minor,
          receiver_minor, status, sender_currency, receiver_currency, country, channel, rail, fx_rate,
          business_reference, receipt)
        VALUES ('%s', 1, 1, 1, 150000, 0, 150000, 'success', 'KES', 'KES', 'KE', 'mobile', 'kenya', 1,
          'r', 'TKL1AAA111');
      INSERT INTO collection (id, business_id, api_key_id, wallet_id, amount_minor, status, currency,
          rail, expires_at, credited_at)
        VALUES ('%s', 1, 1, 1, 50000, 'success', 'TZS', 'momo', now(), now())
      """
          .formatted(PAYOUT, COLLECTION);

  private static final String KENYA =
      "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn\n"
          + "TKL1AAA111,2026-11-21 22:03:11,To 254712345678 - JUMA MWANGI %s,Completed,,-1500.00\n";
  private static final String UNKNOWN =
      "TKL1AAA222,2026-11-21 22:04:00,To 254712345678 - JUMA MWANGI,Completed,,-20.00\n";
  private static final String MOMO =
      "Creation Date,MSISDN,Transaction ID,Amount,Currency,Type\n"
          + "2026-11-21 19:03:11,255754000000,%s,500,TZS,Deposit\n".formatted(COLLECTION);

  private static GivenDatabase database;

  @TempDir static Path directory;

  @BeforeAll
  static void migrate() {
    database = GivenDatabase.create();
    database.execute(
        "DROP ROLE IF EXISTS %1$s; CREATE ROLE %1$s LOGIN PASSWORD 'role'".formatted(ROLE));
    try (ServiceProcess migration =
        ServiceProcess.in(directory)
            .database(database)
            .environment("PAYMENTS_DATABASE_SERVICE_ROLE", ROLE)
            .argument("migrate")
            .start()) {
      assertThat(migration.awaitExit()).as(migration.log()).isZero();
    }
    database.execute(PAYMENTS);
  }

  @AfterAll
  static void drop() {
    database.execute("DROP OWNED BY " + ROLE);
    database.close();
  }

  @Test
  void endsWithZeroWhereNothingDiffers() throws IOException {
    try (ServiceProcess kenya = compare("kenya", write(KENYA.formatted(PAYOUT)).toString());
        ServiceProcess momo =
            compare(
                "momo",
                write(MOMO).toString(),
                "from=2025-10-01T00:00:00Z",
                "to=2025-11-01T00:00:00Z")) {
      assertThat(kenya.awaitExit()).as(kenya.log()).isZero();
      assertThat(kenya.errors()).isEmpty();
      assertThat(kenya.output()).isEqualTo("Lines of payments: 1 (1500 KES)\nNothing differs.\n");
      assertThat(momo.awaitExit()).as(momo.log()).isZero();
      assertThat(momo.output()).isEqualTo("Lines of payments: 1 (500 TZS)\nNothing differs.\n");
    }
  }

  @Test
  void endsWithOneAndALineForEachDifference() throws IOException {
    String file = write(KENYA.formatted(PAYOUT).replace("1500", "1400") + UNKNOWN).toString();

    try (ServiceProcess compared = compare("kenya", file)) {
      assertThat(compared.awaitExit()).as(compared.log()).isEqualTo(1);
      assertThat(compared.errors()).isEmpty();
      assertThat(compared.output())
          .isEqualTo(
              """
              amount          line 2, 2026-11-21T19:03:11Z, 1400 KES out, receipt TKL1AAA111, id %1$s: payout %1$s is of 1500 KES here
              not here        line 3, 2026-11-21T19:04:00Z, 20 KES out, receipt TKL1AAA222: no payment here
              Lines of payments: 2 (1420 KES)
              Differences, not here: 1 (20 KES)
              Differences, amount: 1 (1400 KES)
              """
                  .formatted(PAYOUT));
    }
  }

  @Test
  void endsWithTwoWhereItCannotCompare() throws IOException {
    String file = write(KENYA.formatted(PAYOUT).replace("-1500.00", "a lot")).toString();

    assertRefused(compare(), "The command is rail-statement <name> <file> [<option>=<value> …].");
    assertRefused(
        compare("kenia", file),
        "No rail with statements is connected as kenia: set PAYMENTS_RAIL_KENIA_TYPE,"
            + " or give type=daraja or type=pawapay.");
    assertRefused(
        compare("kenia", file, "type=daraja"),
        "The database has no payment of a rail kenia: check its name.");
    assertRefused(compare("kenya", "missing.csv"), "There is no file missing.csv.");
    assertRefused(compare("kenya", file), "Line 2 of the file: the amount cannot be read.");
  }

  private static void assertRefused(ServiceProcess compared, String sentence) {
    try (compared) {
      assertThat(compared.awaitExit()).as(compared.log()).isEqualTo(2);
      assertThat(compared.output()).isEmpty();
      assertThat(compared.errors()).isEqualTo(sentence + "\n");
    }
  }

  private static Path write(String csv) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "statement", ".csv"), csv);
  }

  private static ServiceProcess compare(String... arguments) {
    ServiceProcess.Setup command =
        ServiceProcess.in(directory)
            .database(database)
            .environment("DB_USERNAME", ROLE)
            .environment("DB_PASSWORD", "role")
            .environment("PAYMENTS_ENVIRONMENT", "") // it needs none
            .environment("PAYMENTS_RAIL_KENYA_TYPE", "daraja")
            .environment("PAYMENTS_RAIL_MOMO_TYPE", "pawapay")
            .argument("rail-statement");
    for (String argument : arguments) {
      command = command.argument(argument);
    }
    return command.start();
  }
}
