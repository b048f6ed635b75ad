package org.mizani.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.support.AtOnce;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Changes of a business's own keys at the same time. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnKeyRaceApiTest {

  private static final int ROUNDS = 10;
  private static final int AT_ONCE = 30;
  private static final int MOST = 20;

  @Inject TestPartners partners;
  @Inject Rows rows;

  @Test
  void ofTwoKeysThatRevokeEachOtherOneRemains() {
    for (int i = 0; i < ROUNDS; i++) {
      OwnKeys first = OwnKeys.ofNewBusiness(partners);
      OwnKeys second = first.by("{'scopes':['manage']}");

      List<Integer> statuses = delete(first, second.key(), second, first.key());

      assertThat(statuses).containsExactlyInAnyOrder(200, 401);
      assertThat(managers(first)).isOne();
    }
  }

  @Test
  void ofTwoKeysThatRevokeThemselvesOneRemains() {
    for (int i = 0; i < ROUNDS; i++) {
      OwnKeys first = OwnKeys.ofNewBusiness(partners);
      OwnKeys second = first.by("{'scopes':['manage']}");

      List<Integer> statuses = delete(first, first.key(), second, second.key());

      assertThat(statuses).containsExactlyInAnyOrder(200, 409);
      assertThat(managers(first)).isOne();
    }
  }

  @Test
  void ofManyKeysMadeAtOnceNoMoreThanTheLimitAreThere() {
    OwnKeys keys = OwnKeys.ofNewBusiness(partners);

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE, i -> AtOnce.post(keys.token(), OwnKeys.PATH, "{\"scopes\":[\"read\"]}"));

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .containsOnly(201, 409)
        .filteredOn(status -> status == 201)
        .hasSize(MOST - 1);
    assertThat(keys.listed()).hasSize(MOST);
  }

  /** The answers' statuses to both keys, of which each revokes one at the same time. */
  private static List<Integer> delete(OwnKeys one, String ofOne, OwnKeys two, String ofTwo) {
    return AtOnce.send(
            2,
            i ->
                i == 0
                    ? AtOnce.delete(one.token(), OwnKeys.PATH + "/" + ofOne)
                    : AtOnce.delete(two.token(), OwnKeys.PATH + "/" + ofTwo))
        .stream()
        .map(HttpResponse::statusCode)
        .toList();
  }

  private long managers(OwnKeys keys) {
    return rows.count(
        "SELECT count(*) FROM api_key k JOIN business b ON b.id = k.business_id"
            + " WHERE b.public_id::text = $1 AND revoked_at IS NULL AND 'manage' = ANY(scopes)",
        keys.business());
  }
}
