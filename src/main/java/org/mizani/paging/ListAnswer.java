package org.mizani.paging;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Answer to an operators' list.
 *
 * @param nextCursor the {@code cursor} of the query for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListAnswer<T>(List<T> items, String nextCursor) {}
