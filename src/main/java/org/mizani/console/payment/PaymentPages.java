package org.mizani.console.payment;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import java.util.List;
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

    static native TemplateInstance payment(Frame frame, PaymentDetails payment);
  }

  /** The list of payouts. */
  static RestResponse<String> payouts(Frame frame, Search search, PaymentList found) {
    return Answers.page(OK, payouts(frame, search, found, "", ""));
  }

  /** The same, where the search was refused. */
  static RestResponse<String> payouts(Frame frame, Search search, ApiFault fault) {
    return Answers.page(
        fault.status(), payouts(frame, search, PaymentList.EMPTY, fault.message(), fieldOf(fault)));
  }

  private static String payouts(
      Frame frame, Search search, PaymentList found, String refusal, String wrong) {
    List<SearchField> fields = SearchField.all(search, true, wrong);
    return Templates.list(frame, "Payouts", PaymentList.PAYOUTS, fields, found, refusal).render();
  }

  /** The list of collections. */
  static RestResponse<String> collections(Frame frame, Search search, PaymentList found) {
    return Answers.page(OK, collections(frame, search, found, "", ""));
  }

  /** The same, where the search was refused. */
  static RestResponse<String> collections(Frame frame, Search search, ApiFault fault) {
    return Answers.page(
        fault.status(),
        collections(frame, search, PaymentList.EMPTY, fault.message(), fieldOf(fault)));
  }

  private static String collections(
      Frame frame, Search search, PaymentList found, String refusal, String wrong) {
    List<SearchField> fields = SearchField.all(search, false, wrong);
    return Templates.list(frame, "Collections", PaymentList.COLLECTIONS, fields, found, refusal)
        .render();
  }

  /** Payouts and collections of a search. */
  static RestResponse<String> both(
      Frame frame, Search search, PaymentList payouts, PaymentList collections) {
    return Answers.page(
        OK, both(frame, search, SearchField.keys(search, ""), payouts, collections, ""));
  }

  /** The same, where the search was refused. */
  static RestResponse<String> both(Frame frame, Search search, ApiFault fault) {
    List<SearchField> fields = SearchField.keys(search, fieldOf(fault));
    return Answers.page(
        fault.status(),
        both(frame, search, fields, PaymentList.EMPTY, PaymentList.EMPTY, fault.message()));
  }

  private static String both(
      Frame frame,
      Search search,
      List<SearchField> fields,
      PaymentList payouts,
      PaymentList collections,
      String refusal) {
    return Templates.both(
            frame,
            fields,
            payouts,
            collections,
            search.at(PaymentList.PAYOUTS),
            search.at(PaymentList.COLLECTIONS),
            refusal)
        .render();
  }

  private static String fieldOf(ApiFault fault) {
    return fault.details().getOrDefault(FIELD, "");
  }

  /** A payment with its timeline. */
  static String payment(Frame frame, PaymentDetails details) {
    return Templates.payment(frame, details).render();
  }
}
