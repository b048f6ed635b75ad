package org.mizani.operator.approval;

import org.mizani.support.TestOperator.Person;

/** Request of a person that waits for another operator, for tests of other packages. */
public final class HeldRequest {

  private HeldRequest() {}

  /** Asks for a top-up of 2000 shillings, and returns the request's id; it has the person's key. */
  public static String of(Person requester) {
    return HeldTopUps.of(HeldKeys.ofNewBusiness().business(), null)
        .ask(requester.key(), 2000, requester.request())
        .path("id");
  }

  /** The status of a request. */
  public static String status(String id) {
    return Requests.status(id);
  }
}
