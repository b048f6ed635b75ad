package org.mizani.console.payment;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.console.Answers;
import org.mizani.console.ConsoleForm;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.corridor.Channel;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.operator.payment.CollectionSearchResource;
import org.mizani.operator.payment.CollectionSearchResource.CustomerForm;
import org.mizani.operator.payment.PayoutSearchResource;
import org.mizani.operator.payment.RecipientForm;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.PersonQuery;

/**
 * {@code /console/payments/person}: searches the payments of a person by the number, which a form
 * sends, so that it is in no URL.
 */
@Path(ConsolePersonResource.PATH)
@Produces(Answers.HTML)
@Cancellable(false)
public class ConsolePersonResource {

  static final String PATH = "/console/payments/person";

  private static final Set<String> FIELDS =
      Set.of("channel", "country", "number", "account", "bankCode", "businessId", "from", "to");

  private final PayoutSearchResource payouts;
  private final CollectionSearchResource collections;
  private final Frames frames;

  ConsolePersonResource(
      PayoutSearchResource payouts, CollectionSearchResource collections, Frames frames) {
    this.payouts = payouts;
    this.collections = collections;
    this.frames = frames;
  }

  /** The form of a search. */
  @GET
  public String show(RoutingContext exchange) {
    return PaymentPages.person(frames.of(exchange, PaymentPages.SCREEN));
  }

  /** The payouts to a person, and where the number is a phone the collections from it. */
  @POST
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public Uni<RestResponse<String>> search(byte[] body, RoutingContext exchange) {
    ConsoleForm form = ConsoleForm.read(body, FIELDS, exchange);
    Frame frame = frames.of(exchange, PaymentPages.SCREEN);
    Search search = Search.of(form, FIELDS);
    PersonQuery query =
        new PersonQuery(
            form.value("businessId"), null, form.value("from"), null, null, form.value("to"));
    return Answers.begun(() -> payouts.search(query, recipient(form)))
        .chain(
            paidOut ->
                (isPhone(form) ? collections.search(query, customer(form)) : noCollections())
                    .map(collected -> PersonFound.of(paidOut, collected)))
        .map(found -> PaymentPages.person(frame, search, found, Optional.empty()))
        .onFailure(ApiException.class)
        .recoverWithItem(
            refusal ->
                PaymentPages.person(frame, search, PersonFound.NONE, Optional.of(refusal.fault())));
  }

  private static RecipientForm recipient(ConsoleForm form) {
    return new RecipientForm(
        form.value("channel"),
        form.value("country"),
        form.value("number"),
        form.value("account"),
        form.value("bankCode"));
  }

  private static boolean isPhone(ConsoleForm form) {
    return form.value("channel").equals(Channel.MOBILE.code());
  }

  private static CustomerForm customer(ConsoleForm form) {
    return new CustomerForm(PhoneNumber.withPlus(form.value("number").strip()));
  }

  private static Uni<ListAnswer<RecordedCollection>> noCollections() {
    return Uni.createFrom().item(new ListAnswer<>(List.of(), null));
  }
}
