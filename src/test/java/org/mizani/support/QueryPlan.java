package org.mizani.support;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A plan of PostgreSQL, as EXPLAIN prints it, by lines. */
public record QueryPlan(List<String> lines) {

  private static final Pattern SCAN =
      Pattern.compile(
          "(Seq|Index|Index Only|Bitmap Heap) Scan (Backward )?(using (\\S+) )?on (\\S+)");

  /** The indexes that it reads, in the order of their names, each as often as it is read. */
  public List<String> indexes() {
    return lines.stream()
        .map(SCAN::matcher)
        .filter(scan -> scan.find() && scan.group(4) != null)
        .map(scan -> scan.group(4))
        .sorted()
        .toList();
  }

  /** The tables that it may read from end to end, in their order or in that of an index. */
  public List<String> readWhole() {
    List<String> tables = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher scan = SCAN.matcher(lines.get(i));
      if (scan.find() && !(i + 1 < lines.size() && lines.get(i + 1).contains("Index Cond: "))) {
        tables.add(scan.group(5));
      }
    }
    return tables;
  }

  /** Whether it sorts rows. */
  public boolean sorts() {
    return lines.stream().anyMatch(line -> line.contains("Sort Key: "));
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
