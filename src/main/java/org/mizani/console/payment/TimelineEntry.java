package org.mizani.console.payment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mizani.console.Fact;
import org.mizani.console.Shown;
import org.mizani.operator.payment.NetworkWord;
import org.mizani.operator.payment.RecordedEvent;
import org.mizani.operator.payment.TimelineEvent;

/** Event of a payment's timeline, in words, with its further facts. */
public record TimelineEntry(String at, String title, List<Fact> facts) {

  /** Titles of events whose name alone tells too little. */
  private static final Map<String, String> TITLES =
      Map.ofEntries(
          Map.entry("held", "Money put on hold"),
          Map.entry("captured", "Money on hold captured"),
          Map.entry("released", "Money on hold released"),
          Map.entry("exchanged", "Money exchanged"),
          Map.entry("returned", "Money returned"),
          Map.entry("collected", "Money credited"),
          Map.entry("network_callback", "The network called back"),
          Map.entry("screening_held", "Held by the screening"),
          Map.entry("screening_refused", "Refused by the screening"),
          Map.entry("screening_unanswered", "No answer of the screening"),
          Map.entry("discrepancy", "The network says the contrary"),
          Map.entry("operator_action", "Operator"));

  static TimelineEntry of(TimelineEvent entry) {
    RecordedEvent event = entry.event();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("status", Shown.words(event.status())));
    facts.add(Fact.money("amount", event.amount(), Shown.text(event.currency())));
    facts.add(Fact.of("reference", event.reference()));
    facts.add(Fact.of("operator", event.operator()));
    facts.add(Fact.of("action", Shown.words(event.action())));
    facts.add(Fact.of("reason", event.reason()));
    facts.add(Fact.of("delivery", event.deliveryId()));
    facts.add(Fact.of("endpoint", event.endpointId()));
    facts.add(Fact.of("replay", event.replay()));
    facts.add(Fact.of("attempt", event.attempt()));
    facts.add(Fact.of("answer", event.responseCode()));
    facts.add(Fact.of("error", event.error()));
    facts.add(Fact.of("duration in ms", event.durationMs()));
    if (entry.said() != null) {
      said(facts, entry.said());
    }
    return new TimelineEntry(
        Shown.exactTime(event.at()),
        TITLES.getOrDefault(event.event(), Shown.sentence(event.event())),
        facts.stream().filter(Fact::known).toList());
  }

  private static void said(List<Fact> facts, NetworkWord word) {
    facts.add(Fact.of("outcome", Shown.words(word.outcome())));
    facts.add(Fact.of("failure", Shown.words(word.failureCode())));
    facts.add(Fact.of("receipt", word.receipt()));
    facts.add(Fact.of("reference of the network", word.networkReference()));
    facts.add(
        Fact.of(
            "ids of the network",
            word.networkIds() == null ? "" : String.join(", ", word.networkIds())));
    facts.add(Fact.of("signed", word.signed() == null ? "" : Shown.yes(word.signed())));
    facts.add(Fact.of("counts as the network's word", Shown.yes(word.counted())));
  }
}
