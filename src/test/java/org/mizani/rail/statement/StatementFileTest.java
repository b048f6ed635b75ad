package org.mizani.rail.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.statement.StatementLine.Word;

class StatementFileTest {

  private static final StatementForm DARAJA = StatementForms.of("daraja").orElseThrow();
  private static final StatementForm PAWAPAY = StatementForms.of("pawapay").orElseThrow();
  private static final String ID = "0199b0c2-7a10-7abc-8def-0123456789ab";

  private static final String DARAJA_HEADER =
      "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,"
          + "Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.\n";
  private static final String PAWAPAY_HEADER =
      "Creation Date,MSISDN,Transaction ID,Amount,Currency,Country,MNO,Type\n";

  @TempDir Path directory;

  @Test
  void readsThePortalOfMpesa() throws IOException {
    String csv =
        "Organization Name,SHOP\r\nTime Period,\"From 21-11-2026, to 22-11-2026\"\r\n\r\n"
            + DARAJA_HEADER.replace("\n", "\r\n")
            + "TKL1AAA111,2026-11-21 22:03:11,2026-11-21 22:03:10,\"Business Payment to "
            + "254712345678 - \"\"JUMA\"\"\nMWANGI. Original conversation ID is "
            + ID
            + "\",Completed,,\"-15,000.50\",\"1,000.00\",true,"
            + "Business Payment to Customer via API,254712345678 - JUMA MWANGI,,\r\n"
            + "TKL1AAA111,2026-11-21 22:03:11,,,Completed,,-9.00,,,Business Payment Charge,,,\r\n"
            + "TKL1AAA112,,21-11-2026 22:04,Pay Bill,Failed,150.00,0.00,,,Pay Bill Online,,,"
            + "0199B0C27A10\r\n,,,,,,,,,,,,\r\n"
            + "TKL1AAA113,21/11/2026 23:00:00,,,Completed,5000,,,,Transaction Reversal,,TKL1AAA000,";

    List<StatementLine> lines = lines(write(csv), DARAJA, 1);

    assertThat(lines).hasSize(3);
    StatementLine paid = lines.get(0);
    assertThat(paid.number()).isEqualTo(5);
    assertThat(paid.references().id()).contains(UUID.fromString(ID));
    assertThat(paid.references().receipt()).contains("TKL1AAA111");
    assertThat(paid.amount()).isEqualTo(new Money(CurrencyUnit.KES, 1_500_050));
    assertThat(paid.direction()).contains(Direction.OUT);
    assertThat(paid.word()).isEqualTo(Word.DONE);
    assertThat(paid.time()).isEqualTo(Instant.parse("2026-11-21T19:03:11Z"));
    StatementLine prompt = lines.get(1);
    assertThat(prompt.word()).isEqualTo(Word.FAILED);
    assertThat(prompt.direction()).contains(Direction.IN);
    assertThat(prompt.time()).isEqualTo(Instant.parse("2026-11-21T19:04:00Z"));
    assertThat(prompt.references().beginning()).contains("0199b0c27a10");
    assertThat(lines.get(2).references().linked()).contains("TKL1AAA000");
  }

  @Test
  void readsTheDashboardOfPawapay() throws IOException {
    String csv =
        "\uFEFF"
            + PAWAPAY_HEADER
            + "2026-11-21T19:03:11Z,256772123456,"
            + ID
            + ",20000.00,UGX,UGA,MTN_MOMO_UGA,Payout\n"
            + "2026-11-21 19:03:11,256772123456,"
            + ID
            + ",300,UGX,UGA,MTN_MOMO_UGA,Payout fee\n"
            + "2026-11-21 19:05:00,255754123456,"
            + ID
            + ",150,TZS,TZA,VODACOM_TZA,Deposit\n";

    List<StatementLine> lines = lines(write(csv), PAWAPAY, 1);

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).amount()).isEqualTo(new Money(CurrencyUnit.UGX, 20_000));
    assertThat(lines.get(0).direction()).contains(Direction.OUT);
    assertThat(lines.get(0).time()).isEqualTo(Instant.parse("2026-11-21T19:03:11Z"));
    assertThat(lines.get(1).amount()).isEqualTo(new Money(CurrencyUnit.TZS, 15_000));
    assertThat(lines.get(1).direction()).contains(Direction.IN);
  }

  @Test
  void readsColumnsThatThePortalHasRenamed() throws IOException {
    String csv = "Ref,receipt-no,When,Sum,Sort\n" + ID + ",X1Y2Z3,2026-11-21 10:00,7,Loan\n";
    StatementForm named =
        DARAJA
            .with(Column.ID, "Ref")
            .with(Column.TIME, "when")
            .with(Column.AMOUNT, "Sum")
            .with(Column.KIND, "Sort");

    assertThat(lines(write(csv), named, 0))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.references().id()).contains(UUID.fromString(ID));
              assertThat(line.references().receipt()).contains("X1Y2Z3");
              assertThat(line.amount()).isEqualTo(new Money(CurrencyUnit.KES, 700));
            });
    assertThat(lines(write(csv), named.withOthers(Pattern.compile("Loan")), 1)).isEmpty();
  }

  @Test
  void showsNoPersonalData() throws IOException {
    String csv =
        DARAJA_HEADER
            + "254712345678,2026-11-21 10:00:00,,JUMA MWANGI 254712345678,Completed,5,,,,,JUMA,,\n"
            + "MWANGI,2026-11-21 10:00:00,,,Completed,5,,,,,,,\n";

    assertThat(lines(write(csv), DARAJA, 0))
        .extracting(StatementLine::shown)
        .containsExactly(
            "line 2, 2026-11-21T07:00:00Z, 5 KES in", "line 3, 2026-11-21T07:00:00Z, 5 KES in");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 49})
  void findsTheHeaderBelowOtherLines(int before) throws IOException {
    assertThat(lines(write("About,us\n".repeat(before) + DARAJA_HEADER), DARAJA, 0)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"A,B\n1,2\n", "TKL1AAA111,2026-11-21 10:00,5\n", "Receipt No.,Paid In\n"})
  void refusesAFileWithoutAHeader(String csv) throws IOException {
    assertRefused(
        write(csv),
        DARAJA,
        "The file has no header line with the columns Receipt No., Paid In, Withdrawn, Completion Time.");
  }

  @Test
  void refusesAQuoteThatIsNotClosed() throws IOException {
    String line = "TKL1AAA111,2026-11-21 10:00:00,,,Completed,5,,,,,%s,,\n";
    String swallowed = line.formatted("").repeat(12);
    String opened = DARAJA_HEADER + line.formatted("\"JUMA");

    assertRefused(
        write(opened + line.formatted("")),
        DARAJA,
        "Line 2 of the file: a quote is not closed, there or before.");
    assertRefused(
        write(opened + swallowed + line.formatted("MWANGI\"")),
        DARAJA,
        "Line 2 of the file: goes on over more than 10 others: a quote is not closed.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n\r\n"})
  void refusesAnEmptyFile(String csv) throws IOException {
    assertRefused(write(csv), DARAJA, "The file is empty.");
  }

  @Test
  void refusesAMissingFileAndADirectory() {
    Path missing = directory.resolve("missing.csv");

    assertRefused(missing, DARAJA, "There is no file " + missing + ".");
    assertRefused(directory, DARAJA, "The file " + directory + " is a directory.");
  }

  @Test
  void refusesAFileThatIsNoText() throws IOException {
    Path file = directory.resolve("statement.xlsx");
    Files.write(file, new byte[] {'P', 'K', 3, 4, 20, 0, 6, 0, 8, 0, 0, 0});

    assertRefused(file, DARAJA, "The file is no text: export the statement as CSV.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "x,", "\"x", "\"x\n"})
  void refusesALineThatIsTooLong(String part) throws IOException {
    String line = part.startsWith("\"") ? "\"" + "x\n".repeat(40_000) : part.repeat(70_000);

    assertRefused(
        write(DARAJA_HEADER + line),
        DARAJA,
        "The file cannot be read after line 1: the next one is longer than 65536 characters, or no"
            + " CSV.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2026-11-21 10:00:00 | Completed | 1O   |      | the amount cannot be read",
        "2026-11-21 10:00:00 | Completed | 1,00 |      | the amount cannot be read",
        "2026-11-21 10:00:00 | Completed | 0.001|      | the amount cannot be read",
        "2026-11-21 10:00:00 | Completed | ``   | ``   | the amount cannot be read",
        "2026-11-21 10:00:00 | Completed | 5    | -5   | the amount cannot be read",
        "2026-11-21 10:00:00 | Completed | 1E9  | ``   | the amount cannot be read",
        "2026-11-31 10:00:00 | Completed | 5    | ``   | the time cannot be read",
        "+99999999-01-01T00:00:00Z | Completed | 5 | `` | the time cannot be read",
        "``                  | Completed | 5    | ``   | the time cannot be read",
        "2026-11-21 10:00:00 | JUMA      | 5    | ``   | the status is not known",
        "2026-11-21 10:00:00 | ``        | 5    | ``   | the status is not known"
      })
  void refusesALineThatCannotBeRead(
      String time, String status, String paidIn, String withdrawn, String complaint)
      throws IOException {
    String line =
        "TKL1AAA111,%s,,,%s,\"%s\",\"%s\"\n"
            .formatted(time, status, paidIn, withdrawn == null ? "" : withdrawn);

    assertRefused(write(DARAJA_HEADER + line), DARAJA, "Line 2 of the file: " + complaint + ".");
  }

  @Test
  void refusesACurrencyThatIsNotKnown() throws IOException {
    String line = "2026-11-21 10:00:00,,%s,5,XAF,CMR,MTN,Payout\n".formatted(ID);

    assertRefused(
        write(PAWAPAY_HEADER + line), PAWAPAY, "Line 2 of the file: the currency is not known.");
  }

  private void assertRefused(Path file, StatementForm form, String sentence) {
    assertThatThrownBy(() -> lines(file, form, 0))
        .isInstanceOf(StatementException.class)
        .hasMessage(sentence);
  }

  private static List<StatementLine> lines(Path file, StatementForm form, long others) {
    List<StatementLine> lines = new ArrayList<>();
    try (StatementFile statement = StatementFile.open(file, form)) {
      for (Optional<StatementLine> line = statement.next();
          line.isPresent();
          line = statement.next()) {
        lines.add(line.get());
      }
      assertThat(statement.others()).isEqualTo(others);
    }
    return lines;
  }

  private Path write(String csv) throws IOException {
    return Files.writeString(directory.resolve("statement.csv"), csv, StandardCharsets.UTF_8);
  }
}
