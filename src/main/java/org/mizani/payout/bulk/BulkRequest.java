package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

/** Request body of a batch in JSON; its fields are null where the body has none. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class BulkRequest {
  BulkItems items;
  Boolean atomic;

  // A program that sends null has failed to find the time, and is not to be paid for at once.
  @JsonSetter(nulls = Nulls.FAIL)
  String executeAt;
}
