package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;

/**
 * Searches for a person's payments. The audit log has each page: who has searched, within which
 * time range, and how many payments were found; not the number that was searched for.
 */
@Singleton
final class PersonSearches {

  private final AuditLog audit;
  private final CursorCodec cursors;

  PersonSearches(AuditLog audit, CursorCodec cursors) {
    this.audit = audit;
    this.cursors = cursors;
  }

  /** The answer of a page, after its entry is written: without an entry there is no answer. */
  <T> Uni<ListAnswer<T>> audited(Actor actor, String action, ListFilter filter, Uni<Page<T>> read) {
    return read.call(page -> audit.write(actor, entry(action, filter, page)))
        .map(page -> cursors.answer(filter.list(), page));
  }

  private static Entry entry(String action, ListFilter filter, Page<?> page) {
    Map<String, Object> search = new TreeMap<>();
    filter.search().from().ifPresent(from -> search.put("from", from.toString()));
    filter.search().to().ifPresent(to -> search.put("to", to.toString()));
    filter.status().ifPresent(status -> search.put("status", status));
    search.put("found", page.items().size());
    return new Entry(action, AuditLog.payments(filter.businessId()), Map.of(), search);
  }
}
