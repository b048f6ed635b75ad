package org.mizani.console.payment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.mizani.console.Shown;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.FailureCode;

/**
 * Field of a search form.
 *
 * @param hint how a value is written; empty where the label tells it
 * @param options the values of a closed set; none for a field of text
 * @param wrong whether the refusal is about this field
 */
public record SearchField(
    String name, String label, String value, String hint, List<Option> options, boolean wrong) {

  private static final List<String> PAYOUT_STATUSES =
      List.of("termination_pending", "termination_success", "termination_failure", "held");
  private static final List<String> COLLECTION_STATUSES =
      List.of("collection_pending", "collection_success", "collection_failure", "cancelled");
  private static final List<String> FLAGS = List.of("true", "false", "cleared");
  private static final String TIME = "such as 2026-11-29 or 2026-11-29T08:00Z";

  /** Value of a closed set. */
  public record Option(String value, String label, boolean chosen) {}

  /** The fields of a search for payouts, or for collections. */
  static List<SearchField> all(Search search, boolean payouts, String wrong) {
    Form form = new Form(search, wrong);
    form.text("id", payouts ? "Service reference" : "Collection id", "");
    form.text("reference", "Reference of the business", "");
    form.text("businessId", "Business id", "");
    form.text("from", "Created from (UTC)", TIME);
    form.text("to", "Created before (UTC)", TIME);
    form.text("amount", "Amount", "such as 1500.50, with a currency");
    form.choice("currency", "Currency", names(CurrencyUnit.values(), CurrencyUnit::name));
    form.choice("country", "Country", names(Country.values(), Country::name));
    if (payouts) {
      form.choice("channel", "Channel", names(Channel.values(), Channel::code));
    }
    form.text("rail", "Rail", "");
    form.choice("status", "Status", payouts ? PAYOUT_STATUSES : COLLECTION_STATUSES);
    form.choice("failureCode", "Failure", names(FailureCode.values(), FailureCode::code));
    form.choice("flagged", "Flagged", FLAGS);
    form.text("olderThan", "Older than", "such as PT1H or P1D");
    return form.fields;
  }

  /** The fields of a search by a payment's keys. */
  static List<SearchField> keys(Search search, String wrong) {
    Form form = new Form(search, wrong);
    form.text("reference", "Reference of the business", "");
    form.text("id", "Service reference or collection id", "");
    form.text("businessId", "Business id", "");
    return form.fields;
  }

  /** The fields of a search for a person's payments. */
  static List<SearchField> person(Search search, String wrong) {
    Form form = new Form(search, wrong);
    form.oneOf("channel", "Number of a", names(Channel.values(), Channel::code));
    form.text("number", "Number", "a phone with its country's code, such as +254712345678");
    form.choice("country", "Country", names(Country.values(), Country::name));
    form.text("account", "Account", "at a paybill");
    form.text("bankCode", "Bank code", "of a bank account");
    form.text("businessId", "Business id", "");
    form.text("from", "Created from (UTC)", TIME);
    form.text("to", "Created before (UTC)", "at most 31 days later");
    return form.fields;
  }

  private static <T> List<String> names(T[] values, Function<T, String> name) {
    return Arrays.stream(values).map(name).toList();
  }

  /** Fields, as they are added. */
  private static final class Form {

    private final List<SearchField> fields = new ArrayList<>();
    private final Search search;
    private final String wrong;

    private Form(Search search, String wrong) {
      this.search = search;
      this.wrong = wrong;
    }

    private void text(String name, String label, String hint) {
      add(name, label, hint, List.of());
    }

    private void choice(String name, String label, List<String> values) {
      Option any = new Option("", "any", search.value(name).isEmpty());
      add(name, label, "", Stream.concat(Stream.of(any), options(name, values)).toList());
    }

    /** A choice that has to be made: the first one is, unless another was. */
    private void oneOf(String name, String label, List<String> values) {
      add(name, label, "", options(name, values).toList());
    }

    private Stream<Option> options(String name, List<String> values) {
      String chosen = search.value(name);
      return values.stream()
          .map(value -> new Option(value, Shown.words(value), value.equals(chosen)));
    }

    private void add(String name, String label, String hint, List<Option> options) {
      fields.add(
          new SearchField(name, label, search.value(name), hint, options, name.equals(wrong)));
    }
  }
}
