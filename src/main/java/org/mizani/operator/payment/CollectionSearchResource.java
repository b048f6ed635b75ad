package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.collection.record.Customer;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PersonQuery;

/**
 * {@code POST /operator/collections/search}: the collections from a phone, which is in the body.
 */
@Path("/operator/collections/search")
public class CollectionSearchResource {

  private final CurrentOperator operator;
  private final CollectionRepository collections;
  private final Customer.Encryption customers;
  private final PersonSearches searches;
  private final CursorCodec cursors;

  CollectionSearchResource(
      CurrentOperator operator,
      CollectionRepository collections,
      Customer.Encryption customers,
      PersonSearches searches,
      CursorCodec cursors) {
    this.operator = operator;
    this.collections = collections;
    this.customers = customers;
    this.searches = searches;
    this.cursors = cursors;
  }

  /** Phone of a customer, in E.164. */
  public record CustomerForm(String mobile) {

    private PhoneNumber phone() {
      return PhoneNumber.parseE164(Fields.required("mobile", mobile))
          .orElseThrow(
              ApiFault.invalid("mobile", "must be a valid E.164 phone number")::asException);
    }

    @Override
    public String toString() {
      return "CustomerForm[…]";
    }
  }

  /** Collections of all businesses from the phone, newest first, once the audit log has it. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<ListAnswer<RecordedCollection>> search(
      @BeanParam PersonQuery query, CustomerForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    PhoneNumber phone = form.phone();
    ListFilter filter =
        query.parse(OperatorCollectionResource.KIND, customers.hashes(phone), cursors);
    return searches.audited(
        actor, "collection.search-customer", filter, collections.search(filter, phone));
  }
}
