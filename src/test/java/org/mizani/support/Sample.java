package org.mizani.support;

import static org.mizani.support.Request.given;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A sample of the tested service's metrics: its series, and the labels of that. */
public record Sample(String series, Map<String, String> labels) {

  private static final Pattern LINE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)})? \\S+$");
  private static final Pattern LABEL =
      Pattern.compile("(\\w+)=\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");

  /** All samples that the service publishes now. */
  public static List<Sample> scrape() {
    return LINE.matcher(given().get("/q/metrics").asString())
        .results()
        .map(line -> new Sample(line.group(1), labels(line.group(2))))
        .toList();
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new TreeMap<>();
    if (text != null) {
      LABEL.matcher(text).results().forEach(label -> labels.put(label.group(1), label.group(2)));
    }
    return labels;
  }
}
