package org.mizani.rail.statement;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * File of a statement in CSV (RFC 4180), read line by line. Portals put some lines about the
 * account before the header.
 */
final class StatementFile implements AutoCloseable {

  private static final int LINES_BEFORE_HEADER = 50;
  private static final int MOST_FIELDS = 200;
  private static final int LONGEST_LINE = 65_536;

  /** A quote that is not closed would swallow the lines that follow. */
  private static final int MOST_LINE_BREAKS = 10;

  private final TextReader text;
  private final CsvReader<CsvRecord> csv;
  private final Iterator<CsvRecord> records;
  private final LineReader lines;

  /** The line that was read last; 0 before the first. */
  private long number;

  private long others;

  /** Text without the character 0, which no encoding of a statement has. */
  private static final class TextReader extends FilterReader {

    private boolean isBinary;
    private boolean isWithinQuotes;

    TextReader(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      for (int i = 0; i < count; i++) {
        if (buffer[offset + i] == 0) {
          isBinary = true;
          throw new IOException("not a text");
        }
        isWithinQuotes ^= buffer[offset + i] == '"';
      }
      return count;
    }
  }

  private StatementFile(TextReader text, StatementForm form) {
    this.text = text;
    csv =
        CsvReader.builder()
            .allowExtraFields(true)
            .allowMissingFields(true)
            .build(
                CsvRecordHandler.builder()
                    .maxFields(MOST_FIELDS)
                    .maxFieldSize(LONGEST_LINE)
                    .maxRecordSize(LONGEST_LINE)
                    .build(),
                text);
    records = csv.iterator();
    lines = below(form);
  }

  /**
   * Opens a file.
   *
   * @throws StatementException if it cannot be read, or has no header of this form
   */
  static StatementFile open(Path file, StatementForm form) {
    if (Files.isDirectory(file)) {
      throw new StatementException("The file %s is a directory.".formatted(file));
    }
    try {
      // Each byte is a character of this one, and only columns in ASCII are read.
      Reader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
      return new StatementFile(new TextReader(text), form);
    } catch (NoSuchFileException e) {
      throw new StatementException("There is no file %s.".formatted(file), e);
    } catch (IOException e) {
      throw new StatementException("The file %s cannot be read.".formatted(file), e);
    }
  }

  private LineReader below(StatementForm form) {
    for (int i = 0; i < LINES_BEFORE_HEADER; i++) {
      Optional<List<String>> fields = record();
      if (fields.isEmpty()) {
        break;
      }
      Optional<LineReader> found = LineReader.below(fields.get(), form);
      if (found.isPresent()) {
        return found.get();
      }
    }
    String wanted =
        form.required().stream().sorted().map(form::nameOf).collect(Collectors.joining(", "));
    throw new StatementException(
        number == 0
            ? "The file is empty."
            : "The file has no header line with the columns " + wanted + ".");
  }

  /**
   * The next line that is of a payment, or empty at the end.
   *
   * @throws StatementException if a line cannot be read
   */
  Optional<StatementLine> next() {
    for (Optional<List<String>> fields = record(); fields.isPresent(); fields = record()) {
      if (!lines.isOther(fields.get())) {
        return Optional.of(lines.read(number, fields.get()));
      }
      others++;
    }
    return Optional.empty();
  }

  /** The number of lines so far that are no payments by their kind. */
  long others() {
    return others;
  }

  /** The fields of the next line that has any. */
  private Optional<List<String>> record() {
    try {
      while (records.hasNext()) {
        CsvRecord record = records.next();
        number = record.getStartingLineNumber();
        requireFewLineBreaks(record);
        if (!record.getFields().stream().allMatch(String::isBlank)) {
          return Optional.of(record.getFields());
        }
      }
      requireClosedQuotes();
      return Optional.empty();
    } catch (CsvParseException | UncheckedIOException e) {
      throw new StatementException(
          text.isBinary
              ? "The file is no text: export the statement as CSV."
              : "The file cannot be read after line %d: the next one is longer than %d characters, or no CSV."
                  .formatted(number, LONGEST_LINE),
          e);
    }
  }

  private void requireFewLineBreaks(CsvRecord record) {
    long breaks =
        record.getFields().stream().flatMapToInt(String::chars).filter(c -> c == '\n').count();
    if (breaks > MOST_LINE_BREAKS) {
      throw StatementException.ofLine(
          number,
          "goes on over more than %d others: a quote is not closed".formatted(MOST_LINE_BREAKS));
    }
  }

  private void requireClosedQuotes() {
    if (text.isWithinQuotes) {
      throw StatementException.ofLine(number, "a quote is not closed, there or before");
    }
  }

  @Override
  public void close() {
    try {
      csv.close();
    } catch (IOException e) {
      throw new StatementException("The file cannot be closed.", e);
    }
  }
}
