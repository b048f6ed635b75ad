package org.mizani.paging;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.http.PublicIds;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.paging.SearchTerm.Wanted;
import org.mizani.rail.FailureCode;

/**
 * Search in an operators' list of payments: by a key, which has an index, or by terms within a time
 * range.
 *
 * @param id the payment's own
 * @param reference its business's
 * @param from the earliest time of its creation
 * @param to the end of the time range, exclusive
 * @param terms that it fulfils, all of them
 */
public record PaymentSearch(
    Optional<UUID> id,
    Optional<String> reference,
    Optional<Instant> from,
    Optional<Instant> to,
    List<Wanted> terms) {

  /** A search for all. */
  public static final PaymentSearch ALL =
      new PaymentSearch(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

  /** The longest time range of a search by terms. */
  static final Duration LONGEST = Duration.ofDays(31);

  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");

  /** The id that stands for a text which is none. */
  private static final UUID NO_PAYMENT = new UUID(0, 0);

  /**
   * A search for the payments of a person within a time range.
   *
   * @param from as it was sent, like {@code to}; null or blank where the query names none
   * @param hashes of the person's number, at least one
   * @throws org.mizani.fault.ApiFault.ApiException 400 if an end is missing, or no time, or the
   *     range is too long
   */
  static PaymentSearch ofPerson(String from, String to, List<Integer> hashes) {
    PaymentSearch search =
        new PaymentSearch(
            Optional.empty(),
            Optional.empty(),
            Query.time("from", Fields.required("from", from)),
            Query.time("to", Fields.required("to", to)),
            List.of(new Wanted(SearchTerm.PERSON, List.copyOf(hashes))));
    Query.requireOrder(search);
    Query.requireRange(search);
    return search;
  }

  /** The hashes of the person that it looks for. */
  Optional<List<Integer>> person() {
    return terms.stream()
        .filter(wanted -> wanted.term() == SearchTerm.PERSON)
        .findFirst()
        .map(wanted -> wanted.values().stream().map(Integer.class::cast).toList());
  }

  /** Whether a key leads to the payment: then there are few to look at. */
  boolean hasKey() {
    return id.isPresent() || reference.isPresent();
  }

  /** Whether it looks for failures by their code. */
  boolean isForFailures() {
    return terms.stream().anyMatch(wanted -> wanted.term() == SearchTerm.FAILURE_CODE);
  }

  /**
   * Query parameters of a search as they were sent; null where the query names none. Blank ones are
   * refused: they would find all payments.
   */
  public record Query(
      @RestQuery String id,
      @RestQuery String reference,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String amount,
      @RestQuery String currency,
      @RestQuery String country,
      @RestQuery String rail,
      @RestQuery String failureCode) {

    /**
     * The search of these parameters.
     *
     * @param channel another parameter; null where the query does not name it, or the list has none
     * @throws org.mizani.fault.ApiFault.ApiException 400 of the first parameter that breaks its
     *     rule, or is missing beside the others
     */
    public PaymentSearch parse(String channel) {
      PaymentSearch search =
          new PaymentSearch(
              given("id", id).map(text -> PublicIds.find(text).orElse(NO_PAYMENT)),
              given("reference", reference),
              given("from", from).flatMap(text -> time("from", text)),
              given("to", to).flatMap(text -> time("to", text)),
              terms(channel));
      requireOrder(search);
      if (!search.terms().isEmpty() && !search.hasKey()) {
        requireRange(search);
      }
      return search;
    }

    private List<Wanted> terms(String channel) {
      List<Wanted> terms = new ArrayList<>();
      Optional<CurrencyUnit> unit =
          given("currency", currency)
              .map(
                  code -> Fields.oneOf("currency", code, CurrencyUnit.codes(), CurrencyUnit::find));
      given("amount", amount)
          .map(text -> amount(text, unit))
          .map(money -> List.<Object>of(money.currency().name(), money.minor()))
          .or(() -> unit.map(code -> List.of(code.name())))
          .map(values -> new Wanted(amountOrCurrency(values), values))
          .ifPresent(terms::add);
      add(terms, SearchTerm.COUNTRY, "country", country, Country.values(), Country::name);
      add(terms, SearchTerm.CHANNEL, "channel", channel, Channel.values(), Channel::code);
      given("rail", rail)
          .map(name -> new Wanted(SearchTerm.RAIL, List.of(name)))
          .ifPresent(terms::add);
      add(
          terms,
          SearchTerm.FAILURE_CODE,
          "failureCode",
          failureCode,
          FailureCode.values(),
          FailureCode::code);
      return List.copyOf(terms);
    }

    private static SearchTerm amountOrCurrency(List<Object> values) {
      return values.size() > 1 ? SearchTerm.AMOUNT : SearchTerm.CURRENCY;
    }

    private static <T> void add(
        List<Wanted> terms,
        SearchTerm term,
        String name,
        String text,
        T[] values,
        Function<T, String> codeOf) {
      String codes = Arrays.stream(values).map(codeOf).collect(Collectors.joining(", "));
      given(name, text)
          .map(
              given ->
                  Fields.oneOf(
                      name,
                      given,
                      codes,
                      code -> Arrays.stream(values).map(codeOf).filter(code::equals).findFirst()))
          .map(code -> new Wanted(term, List.of(code)))
          .ifPresent(terms::add);
    }

    private static Money amount(String text, Optional<CurrencyUnit> currency) {
      CurrencyUnit unit = currency.orElseThrow(ApiFault.required("currency")::asException);
      if (!NUMBER.matcher(text).matches()) {
        throw ApiFault.invalid("amount", "must be a number").asException();
      }
      return Fields.amount("amount", new BigDecimal(text), unit);
    }

    private static Optional<Instant> time(String name, String text) {
      return IsoTimestamp.find(name, text).map(IsoTimestamp::inMicros);
    }

    private static void requireOrder(PaymentSearch search) {
      boolean backward =
          search.from().isPresent()
              && search.to().isPresent()
              && !search.from().get().isBefore(search.to().get());
      if (backward) {
        throw ApiFault.invalid("from", "must be before to").asException();
      }
    }

    private static void requireRange(PaymentSearch search) {
      Instant from = search.from().orElseThrow(ApiFault.required("from")::asException);
      Instant to = search.to().orElseThrow(ApiFault.required("to")::asException);
      if (Duration.between(from, to).compareTo(LONGEST) > 0) {
        throw ApiFault.invalid("to", "must be at most " + LONGEST.toDays() + " days after from")
            .asException();
      }
    }

    private static Optional<String> given(String name, String text) {
      return Optional.ofNullable(text).map(value -> Fields.required(name, value));
    }
  }
}
