package org.mizani.collection.record;

import org.mizani.paging.PagedQuery;

/** Statements of the lists of collections, for tests of the plans of their pages. */
public final class ListedCollections {

  /** Rows of the operators' list. */
  public static final PagedQuery.Rows<?> ROWS = CollectionRepository.ROWS;

  private ListedCollections() {}
}
