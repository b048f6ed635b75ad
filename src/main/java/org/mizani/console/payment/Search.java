package org.mizani.console.payment;

import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.mizani.console.ConsoleForm;
import org.mizani.http.Fields;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;

/**
 * Search of payments as its form was sent: fields that were left empty do not count.
 *
 * @param given the others, by name, in the form's order
 */
public record Search(Map<String, String> given) {

  private static final String PAGE = "25";
  private static final String CURSOR = "cursor";

  /** The search of these parameters. */
  static Search of(ListFilter.Query list, PaymentSearch.Query search, String channel) {
    Map<String, String> given = new LinkedHashMap<>();
    add(given, "id", search.id());
    add(given, "reference", search.reference());
    add(given, "businessId", list.businessId());
    add(given, "from", search.from());
    add(given, "to", search.to());
    add(given, "amount", search.amount());
    add(given, "currency", search.currency());
    add(given, "country", search.country());
    add(given, "channel", channel);
    add(given, "rail", search.rail());
    add(given, "status", list.status());
    add(given, "failureCode", search.failureCode());
    add(given, "flagged", list.flagged());
    add(given, "olderThan", list.olderThan());
    add(given, "limit", list.limit());
    add(given, CURSOR, list.cursor());
    return new Search(given);
  }

  /** The search by a payment's keys, in payouts and collections alike. */
  static Search of(String id, String reference, String businessId) {
    Map<String, String> given = new LinkedHashMap<>();
    add(given, "id", id);
    add(given, "reference", reference);
    add(given, "businessId", businessId);
    return new Search(given);
  }

  /** The search of a form's fields of these names. */
  static Search of(ConsoleForm form, Set<String> names) {
    Map<String, String> given = new LinkedHashMap<>();
    names.forEach(name -> add(given, name, form.value(name)));
    return new Search(given);
  }

  private static void add(Map<String, String> given, String name, String value) {
    if (!Fields.isBlank(value)) {
      given.put(name, value.strip());
    }
  }

  /** The value of a field; empty for one that was left empty. */
  String value(String name) {
    return given.getOrDefault(name, "");
  }

  private String orNull(String name) {
    return given.get(name);
  }

  /** As the interface takes it. */
  ListFilter.Query list() {
    return new ListFilter.Query(
        orNull("status"),
        orNull("businessId"),
        orNull("olderThan"),
        orNull("flagged"),
        given.getOrDefault("limit", PAGE),
        orNull(CURSOR));
  }

  /** As the interface takes it. */
  PaymentSearch.Query payments() {
    return new PaymentSearch.Query(
        orNull("id"),
        orNull("reference"),
        orNull("from"),
        orNull("to"),
        orNull("amount"),
        orNull("currency"),
        orNull("country"),
        orNull("rail"),
        orNull("failureCode"));
  }

  /** As the interface takes it; null for all channels. */
  String channel() {
    return orNull("channel");
  }

  /** The path of this search at a list. */
  String at(String path) {
    return path(path, given);
  }

  /** The path of the next page. */
  String next(String path, String cursor) {
    Map<String, String> further = new LinkedHashMap<>(given);
    further.put(CURSOR, cursor);
    return path(path, further);
  }

  private static String path(String path, Map<String, String> parameters) {
    String query =
        parameters.entrySet().stream()
            .map(one -> one.getKey() + "=" + encoded(one.getValue()))
            .collect(joining("&"));
    return query.isEmpty() ? path : path + "?" + query;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
