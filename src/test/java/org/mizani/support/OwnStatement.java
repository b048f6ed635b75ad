package org.mizani.support;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mizani.support.TestPartners.Partner;

/** Reads of a business's own statements, and of the keys that they are checked with. */
public final class OwnStatement {

  /** The payout wallet of US dollars, in all years. */
  public static final String ALWAYS = "?currency=USD&purpose=payout&from=2026-01-01&to=2036-01-01";

  private OwnStatement() {}

  /** The answer to a query. */
  public static Response read(Partner partner, String query) {
    return partner.request().get("/business/statement" + query);
  }

  /** A statement as CSV. */
  public static byte[] csv(Partner partner, String query) {
    return read(partner, query + "&format=csv").succeeded().asByteArray();
  }

  /** The published keys. */
  public static byte[] keys() {
    return Request.given().get("/.well-known/jwks.json").succeeded().asByteArray();
  }

  /** The lines of a CSV without its names, each as its fields; none may have quotes. */
  public static List<List<String>> rows(byte[] csv) {
    List<List<String>> rows = new ArrayList<>();
    String text = new String(csv, StandardCharsets.UTF_8);
    for (String line : text.substring(text.indexOf('\n') + 1).split("\r\n")) {
      rows.add(Arrays.asList(line.split(",", -1)));
    }
    return rows;
  }
}
