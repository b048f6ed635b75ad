package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Recipient;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PersonQuery;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.PayoutRepository;

/** {@code POST /operator/payouts/search}: the payouts to a recipient, who is in the body. */
@Path("/operator/payouts/search")
public class PayoutSearchResource {

  private final CurrentOperator operator;
  private final PayoutRepository payouts;
  private final Parties.Encryption parties;
  private final PersonSearches searches;
  private final BankDirectory banks;
  private final CursorCodec cursors;

  PayoutSearchResource(
      CurrentOperator operator,
      PayoutRepository payouts,
      Parties.Encryption parties,
      PersonSearches searches,
      BankDirectory banks,
      CursorCodec cursors) {
    this.operator = operator;
    this.payouts = payouts;
    this.parties = parties;
    this.searches = searches;
    this.banks = banks;
    this.cursors = cursors;
  }

  /**
   * Payouts of all businesses to the recipient, newest first, once the audit log has the search.
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<ListAnswer<RecordedPayout>> search(@BeanParam PersonQuery query, RecipientForm form) {
    Actor actor = operator.get();
    Recipient recipient = RecipientForm.parsed(form, banks);
    ListFilter filter =
        query.parse(OperatorPayoutResource.KIND, parties.hashes(recipient), cursors);
    return searches.audited(
        actor, "payout.search-recipient", filter, payouts.search(filter, recipient));
  }
}
