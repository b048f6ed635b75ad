package org.mizani.rail.pawapay;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.corridor.Country;
import org.mizani.rail.ConnectedRail.Probe;
import org.mizani.rail.ConnectedRail.Reply;

/** Question which networks of the rail's countries pawaPay has open. */
final class OpenNetworks implements Probe {

  private static final String CLOSED = "CLOSED";
  private static final String DELAYED = "DELAYED";

  private final PawapayClient client;
  private final Provider.Codes codes;
  private final Set<Country> countries;
  private final Set<String> operations;

  OpenNetworks(
      PawapayClient client, Provider.Codes codes, Set<Country> countries, boolean collects) {
    this.client = client;
    this.codes = codes;
    this.countries = countries;
    this.operations = collects ? Set.of("PAYOUT", "DEPOSIT") : Set.of("PAYOUT");
  }

  /** State of an operation with a network. */
  private record State(String name, String status) {}

  @Override
  public String subject() {
    return "networks";
  }

  @Override
  public Uni<Reply> ask() {
    return client.availability().map(this::told);
  }

  /** What this answer of pawaPay tells. */
  Reply told(List<Availability> answer) {
    Map<String, String> namesByStatus =
        answer.stream()
            .flatMap(country -> each(country.providers()))
            .filter(this::isServed)
            .flatMap(this::states)
            .collect(
                Collectors.groupingBy(
                    State::status,
                    TreeMap::new,
                    Collectors.mapping(State::name, Collectors.joining(", "))));
    Optional<String> problem = problem(namesByStatus);
    String words =
        Stream.of(
                problem.or(() -> Optional.of("open")),
                Optional.ofNullable(namesByStatus.get(DELAYED)).map(names -> "delayed: " + names),
                unnamed(answer))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return problem.isEmpty() ? Reply.ok(words) : Reply.wrong(words);
  }

  /** Reason why payments to some network would be refused, if there is one. */
  private static Optional<String> problem(Map<String, String> namesByStatus) {
    if (namesByStatus.isEmpty()) {
      return Optional.of("pawaPay names none of the rail's networks: ask pawaPay for them");
    }
    return Optional.ofNullable(namesByStatus.get(CLOSED))
        .map(names -> "pawaPay has closed " + names + ": ask pawaPay until when");
  }

  /** Payments to these networks would be refused, if pawaPay has other codes for them. */
  private Optional<String> unnamed(List<Availability> answer) {
    Set<String> named =
        answer.stream()
            .flatMap(country -> each(country.providers()))
            .map(Availability.Network::provider)
            .collect(Collectors.toSet());
    return countries.stream()
        .sorted()
        .flatMap(country -> codes.in(country).stream())
        .filter(code -> !named.contains(code))
        .reduce((one, other) -> one + ", " + other)
        .map(names -> "not named, so look up their codes (provider-codes): " + names);
  }

  private boolean isServed(Availability.Network network) {
    return codes
        .find(network.provider())
        .filter(provider -> countries.contains(provider.country()))
        .isPresent();
  }

  private Stream<State> states(Availability.Network network) {
    return each(network.operationTypes())
        .filter(operation -> operations.contains(String.valueOf(operation.operationType())))
        .map(
            operation ->
                new State(
                    network.provider() + " " + operation.operationType(),
                    String.valueOf(operation.status())));
  }

  private static <T> Stream<T> each(List<T> items) {
    return Stream.ofNullable(items).flatMap(List::stream);
  }
}
