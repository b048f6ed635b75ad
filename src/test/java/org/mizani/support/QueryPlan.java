package org.mizani.support;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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

  /**
   * The searches for all ids of an array that a nested loop repeats for each row of its other side:
   * their cost grows with the square of the batch. Loops over one row of arrays, a relation named
   * {@code *_columns}, are left out.
   */
  public List<String> repeatedSearches() {
    List<String> repeated = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("Nested Loop")) {
        List<Integer> sides = sidesOf(i);
        int inner = sides.get(1);
        if (SCAN.matcher(lines.get(inner)).find()
            && lines.get(inner + 1).contains("= ANY (")
            && !lines.get(sides.get(0)).matches(".*CTE Scan on \\w+_columns .*")) {
          repeated.add(lines.get(inner).strip());
        }
      }
    }
    return repeated;
  }

  /** The lines of both sides of the join in this line, which are one step further in. */
  private List<Integer> sidesOf(int join) {
    int end = join + 1;
    while (end < lines.size() && indent(end) > indent(join)) {
      end++;
    }
    List<Integer> below =
        IntStream.range(join + 1, end).filter(i -> lines.get(i).contains("->")).boxed().toList();
    int step = below.stream().mapToInt(this::indent).min().orElseThrow();
    return below.stream().filter(i -> indent(i) == step).toList();
  }

  private int indent(int line) {
    String text = lines.get(line);
    return text.length() - text.stripLeading().length();
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
