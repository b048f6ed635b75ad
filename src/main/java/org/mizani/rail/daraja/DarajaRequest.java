package org.mizani.rail.daraja;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Request to Daraja, with the fields and the spelling of its documentation. Amounts are whole
 * shillings, phone numbers have the country code and no plus. As text, a request shows no more than
 * ids, because the rest is secret or personal.
 */
public sealed interface DarajaRequest {

  /** The path of the operation, below the host. */
  String path();

  /** Payment to a customer. It is paid once for each {@code OriginatorConversationID}. */
  @RegisterForReflection
  record B2c(
      @JsonProperty("OriginatorConversationID") String originatorConversationId,
      @JsonProperty("InitiatorName") String initiatorName,
      @JsonProperty("SecurityCredential") String securityCredential,
      @JsonProperty("CommandID") String commandId,
      @JsonProperty("Amount") long amount,
      @JsonProperty("PartyA") String partyA,
      @JsonProperty("PartyB") String partyB,
      @JsonProperty("Remarks") String remarks,
      @JsonProperty("QueueTimeOutURL") String queueTimeOutUrl,
      @JsonProperty("ResultURL") String resultUrl,
      @JsonProperty("Occassion") String occasion)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/mpesa/b2c/v3/paymentrequest";
    }

    @Override
    public String toString() {
      return "B2c[" + originatorConversationId + "]";
    }
  }

  /**
   * Payment to a till or paybill. It has no id of ours: sent twice, it pays twice.
   *
   * @param accountReference null for a till, which has no accounts
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record B2b(
      @JsonProperty("Initiator") String initiator,
      @JsonProperty("SecurityCredential") String securityCredential,
      @JsonProperty("CommandID") String commandId,
      @JsonProperty("SenderIdentifierType") String senderIdentifierType,
      @JsonProperty("RecieverIdentifierType") String receiverIdentifierType,
      @JsonProperty("Amount") long amount,
      @JsonProperty("PartyA") String partyA,
      @JsonProperty("PartyB") String partyB,
      @JsonProperty("AccountReference") String accountReference,
      @JsonProperty("Remarks") String remarks,
      @JsonProperty("QueueTimeOutURL") String queueTimeOutUrl,
      @JsonProperty("ResultURL") String resultUrl)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/mpesa/b2b/v1/paymentrequest";
    }

    @Override
    public String toString() {
      return "B2b[" + remarks + "]";
    }
  }

  /**
   * Query about a payment, by its receipt or by the id of its conversation. An empty text in place
   * of the other one gets an empty acknowledgement, so that one is left out.
   *
   * @param transactionId the receipt, or null
   * @param originalConversationId the {@code OriginatorConversationID} of the payment, or null
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record TransactionStatus(
      @JsonProperty("Initiator") String initiator,
      @JsonProperty("SecurityCredential") String securityCredential,
      @JsonProperty("CommandID") String commandId,
      @JsonProperty("TransactionID") String transactionId,
      @JsonProperty("OriginalConversationID") String originalConversationId,
      @JsonProperty("PartyA") String partyA,
      @JsonProperty("IdentifierType") String identifierType,
      @JsonProperty("ResultURL") String resultUrl,
      @JsonProperty("QueueTimeOutURL") String queueTimeOutUrl,
      @JsonProperty("Remarks") String remarks,
      @JsonProperty("Occasion") String occasion)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/mpesa/transactionstatus/v1/query";
    }

    @Override
    public String toString() {
      return "TransactionStatus[" + transactionId + ", " + originalConversationId + "]";
    }
  }

  /** Query of the balances of our accounts. */
  @RegisterForReflection
  record AccountBalance(
      @JsonProperty("Initiator") String initiator,
      @JsonProperty("SecurityCredential") String securityCredential,
      @JsonProperty("CommandID") String commandId,
      @JsonProperty("PartyA") String partyA,
      @JsonProperty("IdentifierType") String identifierType,
      @JsonProperty("Remarks") String remarks,
      @JsonProperty("QueueTimeOutURL") String queueTimeOutUrl,
      @JsonProperty("ResultURL") String resultUrl)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/mpesa/accountbalance/v1/query";
    }

    @Override
    public String toString() {
      return "AccountBalance[" + partyA + "]";
    }
  }

  /** Prompt on a customer's phone. Sent twice, it prompts twice. */
  @RegisterForReflection
  record StkPush(
      @JsonProperty("BusinessShortCode") String businessShortCode,
      @JsonProperty("Password") String password,
      @JsonProperty("Timestamp") String timestamp,
      @JsonProperty("TransactionType") String transactionType,
      @JsonProperty("Amount") long amount,
      @JsonProperty("PartyA") String partyA,
      @JsonProperty("PartyB") String partyB,
      @JsonProperty("PhoneNumber") String phoneNumber,
      @JsonProperty("CallBackURL") String callBackUrl,
      @JsonProperty("AccountReference") String accountReference,
      @JsonProperty("TransactionDesc") String transactionDesc)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/mpesa/stkpush/v1/processrequest";
    }

    @Override
    public String toString() {
      return "StkPush[" + timestamp + "]";
    }
  }

  /** Query about a prompt. */
  @RegisterForReflection
  record StkQuery(
      @JsonProperty("BusinessShortCode") String businessShortCode,
      @JsonProperty("Password") String password,
      @JsonProperty("Timestamp") String timestamp,
      @JsonProperty("CheckoutRequestID") String checkoutRequestId)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/mpesa/stkpushquery/v1/query";
    }

    @Override
    public String toString() {
      return "StkQuery[" + checkoutRequestId + "]";
    }
  }

  /**
   * Look-up of the name of a till or paybill.
   *
   * @param identifierType {@code 2} of a till, {@code 4} of a paybill
   */
  @RegisterForReflection
  record Merchant(
      @JsonProperty("IdentifierType") String identifierType,
      @JsonProperty("Identifier") String identifier)
      implements DarajaRequest {

    @Override
    public String path() {
      return "/sfcverify/v1/query/info";
    }
  }
}
