package org.mizani.paging;

import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;

/**
 * Query parameters of a search for a person's payments as they were sent. The person is in the
 * request's body, because logs keep URLs.
 */
public record PersonQuery(
    @RestQuery String businessId,
    @RestQuery String cursor,
    @RestQuery String from,
    @RestQuery String limit,
    @RestQuery String status,
    @RestQuery String to) {

  /**
   * The filter of these parameters.
   *
   * @param hashes of the person's number, at least one
   * @throws org.mizani.fault.ApiFault.ApiException 400 of the first parameter that breaks its rule,
   *     or if the time range is missing or too long; 404 {@code business not found} for a text that
   *     cannot be a business's id
   */
  public ListFilter parse(ListFilter.Kind kind, List<Integer> hashes, CursorCodec codec) {
    PaymentSearch search = PaymentSearch.ofPerson(from, to, hashes);
    return new ListFilter.Query(status, businessId, null, null, limit, cursor)
        .parse(kind, search, codec);
  }
}
