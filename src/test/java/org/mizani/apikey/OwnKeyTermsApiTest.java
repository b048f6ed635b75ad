package org.mizani.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Terms of own API keys that are refused. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnKeyTermsApiTest {

  @Inject TestPartners partners;
  @Inject AuditEntries audit;

  private OwnKeys keys;

  @BeforeEach
  void createBusiness() {
    keys = OwnKeys.ofNewBusiness(partners);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{}                             | scopes is required",
        "{'scopes':null}                | scopes is required",
        "{'scopes':[]}                  | scopes is required",
        "{'scopes':[null]}              | scopes is required",
        "{'scopes':['admin']}           | scopes must be one of: read, pay, collect, verify",
        "{'scopes':['manage']}          | scopes must be one of: read, pay, collect, verify",
        "{'scopes':['READ']}            | scopes must be one of: read, pay, collect, verify",
        "{'scopes':'read'}              | invalid payload",
        "{'scopes':[1]}                 | invalid payload",
        "{'scopes':{'read':true}}       | invalid payload",
        "{'scopes':['read'],'name':1}   | invalid payload",
        "{'scopes':['read'],'allowedNetworks':'::/0'}   | invalid payload",
        "{'scopes':['read'],'allowedNetworks':[null]}   | allowedNetworks is required",
        "{'scopes':['read'],'allowedNetworks':['10.0.0.1/8']} | allowedNetworks must be networks such as 203.0.113.0/24 or 2001:db8::/32",
        "{'scopes':['read'],'expiresAt':'2026-01-01T00:00:00Z'} | expiresAt must be in the future",
        "{'scopes':['read'],'expiresAt':'tomorrow'} | expiresAt must be an ISO 8601 date and time",
        "{'scopes':['read'],'expiresAt':1893456000} | invalid payload",
        "{                              | invalid payload",
        "[]                             | invalid payload",
        "null                           | invalid payload",
        "``                             | invalid payload"
      })
  void refusesTermsThatBreakARule(String body, String refusal) {
    long entries = audit.count();

    Response answer = keys.make(body);

    assertRefused(answer, 400, refusal);
    assertThat(keys.listed()).hasSize(1);
    assertThat(audit.count()).isEqualTo(entries);
  }
}
