package org.mizani.ledger.statement;

import static org.mizani.support.OwnStatement.ALWAYS;
import static org.mizani.support.TestPartners.transferOf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.OwnStatement;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.VerifierProgram;

/** A business's statement as CSV of one payout, with the keys and the program that check it. */
final class DownloadedStatement implements AutoCloseable {

  private static final String REFERENCE = "=INV \"7\", März";

  private final VerifierProgram verifier = new VerifierProgram();
  private final Partner partner;
  private final byte[] keys;
  private final byte[] contents;
  private final List<String> lines;

  /** Pays and downloads. */
  DownloadedStatement(TestPartners partners) {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    partner.transfer(transferOf(REFERENCE));
    partner.finalStatus(REFERENCE);
    keys = OwnStatement.keys();
    contents = OwnStatement.csv(partner, ALWAYS);
    lines = linesOf(contents);
  }

  /** Lines with their ends. */
  static List<String> linesOf(byte[] csv) {
    return List.of(new String(csv, StandardCharsets.UTF_8).split("(?<=\r\n)"));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  VerifierProgram verifier() {
    return verifier;
  }

  Partner partner() {
    return partner;
  }

  byte[] keys() {
    return keys;
  }

  byte[] contents() {
    return contents;
  }

  List<String> lines() {
    return lines;
  }

  /** The reason why these contents are not genuine. */
  String refusal(byte[] changed) {
    return verifier.refusal(changed, keys);
  }

  /** The reason why these lines are not genuine. */
  String refusal(List<String> changed) {
    return refusal(bytes(String.join("", changed)));
  }

  /** The reason why the statement is not genuine with another line. */
  String refusalWith(int line, String text) {
    List<String> changed = new ArrayList<>(lines);
    changed.set(line - 1, text);
    return refusal(changed);
  }

  @Override
  public void close() {
    verifier.close();
  }
}
