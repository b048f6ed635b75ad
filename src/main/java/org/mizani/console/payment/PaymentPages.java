package org.mizani.console.payment;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestResponse;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.fault.ApiFault;

/** Pages of payments. */
final class PaymentPages {

  /** The screen that they belong to. */
  static final String SCREEN = "/console/payments";

  private static final int OK = 200;
  private static final String FIELD = "X-Error-Field";

  private PaymentPages() {}

  /** Templates of {@code templates/payment}. */
  @CheckedTemplate(basePath = "payment")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance list(
        Frame frame,
        String title,
        String path,
        List<SearchField> fields,
        PaymentList found,
        String refusal);

    static native TemplateInstance both(
        Frame frame,
        List<SearchField> fields,
        PaymentList payouts,
        PaymentList collections,
        String payoutsPath,
        String collectionsPath,
        String refusal);

    static native TemplateInstance person(
        Frame frame, List<SearchField> fields, PersonFound found, String refusal);

    static native TemplateInstance payment(Frame frame, PaymentDetails payment);
  }

  /**
   * A list of payouts, or of collections.
   *
   * @param fault why the search was refused; empty where it was not
   */
  static RestResponse<String> list(
      Frame frame, boolean payouts, Search search, PaymentList found, Optional<ApiFault> fault) {
    return page(
        fault,
        Templates.list(
            frame,
            payouts ? "Payouts" : "Collections",
            payouts ? PaymentList.PAYOUTS : PaymentList.COLLECTIONS,
            SearchField.all(search, payouts, fieldOf(fault)),
            found,
            messageOf(fault)));
  }

  /**
   * Payouts and collections of a search.
   *
   * @param fault why it was refused; empty where it was not
   */
  static RestResponse<String> both(
      Frame frame,
      Search search,
      PaymentList payouts,
      PaymentList collections,
      Optional<ApiFault> fault) {
    return page(
        fault,
        Templates.both(
            frame,
            SearchField.keys(search, fieldOf(fault)),
            payouts,
            collections,
            search.at(PaymentList.PAYOUTS),
            search.at(PaymentList.COLLECTIONS),
            messageOf(fault)));
  }

  /** The empty form of a search for a person's payments. */
  static String person(Frame frame) {
    Search empty = new Search(Map.of());
    return Templates.person(frame, SearchField.person(empty, ""), PersonFound.NONE, "").render();
  }

  /**
   * Payments of a person.
   *
   * @param fault why the search was refused; empty where it was not
   */
  static RestResponse<String> person(
      Frame frame, Search search, PersonFound found, Optional<ApiFault> fault) {
    List<SearchField> fields = SearchField.person(search, fieldOf(fault));
    return page(fault, Templates.person(frame, fields, found, messageOf(fault)));
  }

  private static RestResponse<String> page(Optional<ApiFault> fault, TemplateInstance template) {
    return Answers.page(fault.map(ApiFault::status).orElse(OK), template.render());
  }

  private static String messageOf(Optional<ApiFault> fault) {
    return fault.map(ApiFault::message).orElse("");
  }

  private static String fieldOf(Optional<ApiFault> fault) {
    return fault.map(refused -> refused.details().get(FIELD)).orElse("");
  }

  /** A payment with its timeline. */
  static String payment(Frame frame, PaymentDetails details) {
    return Templates.payment(frame, details).render();
  }
}
