package org.mizani.paging;

import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/**
 * How many items a list answers at once: {@code limit} of its query.
 *
 * @param usual where nothing is asked for
 * @param most more is cut to this
 */
public record PageSize(int usual, int most) {

  private static final Pattern POSITIVE = Pattern.compile("0*[1-9][0-9]*");

  /**
   * The size that a query asks for; blank counts as nothing.
   *
   * @throws org.mizani.fault.ApiException 400 for what is not a positive whole number
   */
  public int of(String limit) {
    if (limit == null || limit.isBlank()) {
      return usual;
    }
    if (!POSITIVE.matcher(limit).matches()) {
      throw ApiFault.invalid("limit must be a positive whole number").asException();
    }
    String digits = limit.replaceFirst("^0+", "");
    return digits.length() > 9 ? most : Math.min(Integer.parseInt(digits), most);
  }
}
