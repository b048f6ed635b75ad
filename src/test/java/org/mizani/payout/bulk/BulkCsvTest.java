package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.ErrorCode;

class BulkCsvTest {

  private static final String BOM = "\uFEFF";

  private final BulkCsv csv = new BulkCsv(new ObjectMapper(), 3);

  @Test
  void readsTheFieldsOfEachLineAsThoseOfJson() {
    assertThat(read("kind,amount,receiverPhone\ntransfer,1000.50,+254712345678\nbank,7,"))
        .isEqualTo(
            "[{\"kind\":\"transfer\",\"amount\":1000.5,\"receiverPhone\":\"+254712345678\"},"
                + " {\"kind\":\"bank\",\"amount\":7}]");
  }

  @Test
  void readsEitherEndOfLinesWithAMarkOfTheEncodingOrWithout() {
    String expected = "[{\"kind\":\"a\",\"type\":\"ü\"}, {\"kind\":\"b\",\"type\":\"€\"}]";

    assertThat(read("kind,type\na,ü\nb,€")).isEqualTo(expected);
    assertThat(read("kind,type\r\na,ü\r\nb,€\r\n")).isEqualTo(expected);
    assertThat(read(BOM + "kind,type\r\na,ü\r\nb,€\r\n")).isEqualTo(expected);
    assertThat(read(BOM + "\"kind\",\"type\"\n\n\"a\",\"ü\"\n\nb,€\n\n")).isEqualTo(expected);
  }

  @Test
  void readsCommasQuotesAndLineBreaksInQuotes() {
    assertThat(read("kind,type\n\"a,\"\"b\"\"\",\"c\r\nd\"\n"))
        .isEqualTo("[{\"kind\":\"a,\\\"b\\\"\",\"type\":\"c\\r\\nd\"}]");
  }

  @Test
  void anEmptyFieldIsNone() {
    assertThat(read("kind,amount,type\n,\"\",\nx,,")).isEqualTo("[{}, {\"kind\":\"x\"}]");
  }

  @Test
  void whatIsNoNumberOfJsonIsAText() {
    assertThat(read("amount\n1e3\n01\n1,\n".replace("1,", "\"1,5\"")))
        .isEqualTo("[{\"amount\":1000.0}, {\"amount\":\"01\"}, {\"amount\":\"1,5\"}]");
    assertThat(read("amount\n" + "9".repeat(2000))).startsWith("[{\"amount\":\"999");
    assertThat(read("businessReference\n7")).isEqualTo("[{\"businessReference\":\"7\"}]");
  }

  @Test
  void keepsOneMoreThanABatchMayHave() {
    assertThat(csv.read("kind\na\nb\nc\nd\ne\nf".getBytes(StandardCharsets.UTF_8)).read())
        .hasSize(4);
    assertThat(read("kind\n")).isEqualTo("[]");
  }

  /** A wave is a line break, and an apostrophe a quote. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          ^^                      | line 1: the names of the fields are missing
          ~~~                     | line 1: the names of the fields are missing
          kindly                  | line 1: column 1 is no field of a payout
          kind,amont~a,b          | line 1: column 2 is no field of a payout
          kind;type~a;b           | line 1: column 1 is no field of a payout
          kind,kind~a,b           | line 1: column 2 has the name of one before it
          kind,~a,                | line 1: column 2 is no field of a payout
          kind,type~~a,b~a        | line 4: 1 instead of 2 fields
          kind,type~a,b,c         | line 2: 3 instead of 2 fields
          kind,type~a,b'          | line 2: a quote inside a field without quotes
          kind,type~a,b''b        | line 2: a quote inside a field without quotes
          kind,type~a 'a',b       | line 2: a quote inside a field without quotes
          kind,type~'a~b',c~d,'e~f,g | line 4: a quote is not closed
          kind,type~a,'b'c        | line 2: a quoted field goes on behind its quote
          kind,type~a,'b~c,'d'    | line 2: a quoted field goes on behind its quote
          'kind                   | line 1: a quote is not closed
          kind'                   | line 1: a quote inside a field without quotes
          'kind'e                 | line 1: a quoted field goes on behind its quote
          """)
  void tellsTheLineOfWhatIsMalformed(String text, String error) {
    String file = text.replace('~', '\n').replace('\'', '"');

    ApiException refused =
        catchThrowableOfType(
            ApiException.class, () -> csv.read(file.getBytes(StandardCharsets.UTF_8)));

    assertThat(refused).hasMessage(error);
    assertThat(refused.fault().code()).isEqualTo(ErrorCode.CSV_SYNTAX);
  }

  @Test
  void tellsTheLineOfAnotherEncoding() {
    ApiException refused =
        catchThrowableOfType(
            ApiException.class,
            () -> csv.read("kind\r\na\r\nü\r\n".getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(refused).hasMessage("line 3: not in UTF-8");
  }

  private String read(String text) {
    return csv.read(text.getBytes(StandardCharsets.UTF_8)).read().toString();
  }
}
