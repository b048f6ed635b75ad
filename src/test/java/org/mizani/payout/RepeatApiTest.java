package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.business.BusinessProfile;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Repeats of payouts and collections: the refusal names the payment that has the reference. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatApiTest {

  private static final String PHONES_OWN = "+254711000001";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();
  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner =
        partners.create(
            BusinessProfile.named("Repeats").withCollections(), Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aRepeatIsToldThePayoutThatWasMade() {
    String made = partner.transfer(transferOf("same")).path("serviceReference");

    Response repeat = partner.transfer(transferOf("same"));

    assertRepeat(repeat, ErrorCode.REFERENCE_USED, "/business/payouts/", made);
    assertThat(partner.request().get(repeat.header("Location")).<String>path("serviceReference"))
        .isEqualTo(made);
  }

  @ParameterizedTest
  @CsvSource({
    "amount,            1000.5",
    "receiverPhone,     +254711000001",
    "receiverLastName,  Otieno",
    "senderIdNumber,    B7654321",
    "senderCurrency,    EUR",
    "purposeOfTransfer, gift",
    "sourceOfFunds,     salary"
  })
  void aPayoutOfAnotherFieldIsToldAsDifferent(String field, String value) {
    String made = partner.transfer(transferOf("differs-" + field)).path("serviceReference");

    Response other = partner.transfer(with(transferOf("differs-" + field), field, value));

    assertRepeat(other, ErrorCode.REFERENCE_USED_DIFFERENTLY, "/business/payouts/", made);
  }

  @Test
  void aPayoutOfAnotherKindIsToldAsDifferent() {
    String made = partner.transfer(transferOf("kind")).path("serviceReference");

    Response other = partner.bank(bankPayoutOf("kind"));

    assertRepeat(other, ErrorCode.REFERENCE_USED_DIFFERENTLY, "/business/payouts/", made);
  }

  @ParameterizedTest
  @CsvSource({
    "callbackUrl, http://localhost:9/other",
    "forceStatus, termination_failure",
    "unknown,     x"
  })
  void whatIsNotPaidIsNotCompared(String field, String value) {
    String made = partner.transfer(transferOf("as-" + field)).path("serviceReference");

    Response repeat = partner.transfer(with(transferOf("as-" + field), field, value));

    assertRepeat(repeat, ErrorCode.REFERENCE_USED, "/business/payouts/", made);
  }

  @Test
  void aPayoutWhoseDetailsAreErasedIsTakenForTheSame() {
    String made = partner.transfer(transferOf("erased")).path("serviceReference");
    assertThat(partner.finalStatus("erased")).isEqualTo("termination_success");
    rows.execute("DELETE FROM payout_detail WHERE payout_id = $1", UUID.fromString(made));

    Response other = partner.transfer(with(transferOf("erased"), "receiverPhone", PHONES_OWN));

    assertRepeat(other, ErrorCode.REFERENCE_USED, "/business/payouts/", made);
  }

  @Test
  void aRepeatThatIsRefusedOtherwiseIsToldThePayoutToo() {
    String made = partner.transfer(transferOf("uncovered")).path("serviceReference");

    Response other = partner.transfer(with(transferOf("uncovered"), "amount", "90000000"));

    assertRepeat(other, ErrorCode.REFERENCE_USED_DIFFERENTLY, "/business/payouts/", made);
  }

  @Test
  void aReferenceOfAnotherBusinessIsFree() {
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    assertThat(other.transfer(transferOf("theirs")).statusCode()).isEqualTo(201);

    Response own = partner.transfer(transferOf("theirs"));

    assertThat(own.statusCode()).isEqualTo(201);
  }

  @Test
  void aRepeatIsToldTheCollectionThatWasMade() {
    String made = partner.collect(collectionOf("same")).path("id");

    Response repeat = partner.collect(collectionOf("same"));

    assertRepeat(repeat, ErrorCode.REFERENCE_USED, "/business/collections/", made);
    assertThat(partner.request().get(repeat.header("Location")).<String>path("id")).isEqualTo(made);
  }

  @ParameterizedTest
  @CsvSource({"amount, 151", "mobile, +254711000001", "narration, Another"})
  void aCollectionOfAnotherFieldIsToldAsDifferent(String field, String value) {
    String made = partner.collect(collectionOf("differs-" + field)).path("id");

    Response other = partner.collect(with(collectionOf("differs-" + field), field, value));

    assertRepeat(other, ErrorCode.REFERENCE_USED_DIFFERENTLY, "/business/collections/", made);
  }

  private static Map<String, Object> with(Map<String, Object> body, String field, String value) {
    Map<String, Object> changed = new LinkedHashMap<>(body);
    changed.put(field, field.equals("amount") ? new BigDecimal(value) : value);
    return changed;
  }

  private static void assertRepeat(Response refused, ErrorCode code, String path, String id) {
    assertRefused(refused, 409, "duplicate reference");
    assertCoded(refused, code, "");
    assertThat(refused.header("X-Service-Reference")).isEqualTo(id);
    assertThat(refused.header("Location")).isEqualTo(path + id);
  }
}
