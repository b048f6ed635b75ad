package org.mizani.paging;

import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;

/**
 * Number of items that a page has at most, from the query parameter {@code limit}.
 *
 * @param usual the size where the query names none
 * @param most the largest size; a larger {@code limit} is cut to it
 */
public record PageSize(int usual, int most) {

  /** The page size of all lists but the transactions. */
  public static final PageSize DEFAULT = new PageSize(50, 500);

  private static final Pattern POSITIVE = Pattern.compile("0*[1-9][0-9]*");

  /**
   * The size that a query asks for; the usual one where the text is null or blank.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 unless it is a positive whole number
   */
  public int of(String limit) {
    if (Fields.isBlank(limit)) {
      return usual;
    }
    if (!POSITIVE.matcher(limit).matches()) {
      throw ApiFault.invalid("limit", "must be a positive whole number").asException();
    }
    String digits = limit.replaceFirst("^0+", "");
    return digits.length() > 9 ? most : Math.min(Integer.parseInt(digits), most);
  }
}
