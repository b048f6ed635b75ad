package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Items of a request's body, with the fields that a payout may have and no others.
 *
 * @param read one more at most than a batch may have; null in place of what is no object
 */
record BulkItems(List<JsonNode> read) {}
