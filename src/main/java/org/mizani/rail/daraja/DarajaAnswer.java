package org.mizani.rail.daraja;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Answer of Daraja to a request. Any field may be missing, and is null then. */
public sealed interface DarajaAnswer {

  /**
   * Access token. The next one makes it invalid.
   *
   * @param expiresIn seconds
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Token(
      @JsonProperty("access_token") String accessToken,
      @JsonProperty("expires_in") String expiresIn)
      implements DarajaAnswer {

    /** The token, or empty if the answer has none. */
    public Optional<String> value() {
      return Optional.ofNullable(accessToken).filter(text -> !text.isBlank());
    }

    /** The time that it is valid for, or empty if the answer does not tell it in seconds. */
    public Optional<Duration> lifetime() {
      return Optional.ofNullable(expiresIn)
          .map(String::strip)
          .filter(seconds -> seconds.matches("[0-9]{1,9}"))
          .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
    }

    @Override
    public String toString() {
      return "Token[…, " + expiresIn + "]";
    }
  }

  /**
   * Acknowledgement of a payment, a query with a later result, or a prompt.
   *
   * @param networkId the {@code ConversationID}; of a prompt the {@code CheckoutRequestID}
   * @param requestId the {@code OriginatorConversationID}, which is theirs unless the request named
   *     it; of a prompt the {@code MerchantRequestID}
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Acknowledgement(
      @JsonProperty("ConversationID") @JsonAlias("CheckoutRequestID") String networkId,
      @JsonProperty("OriginatorConversationID")
          @JsonAlias({"MerchantRequestID", "OriginatorCoversationID"})
          String requestId,
      @JsonProperty("ResponseCode") String responseCode,
      @JsonProperty("ResponseDescription") String responseDescription)
      implements DarajaAnswer {}

  /** Answer to a query about a prompt. It has no receipt. */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  record StkStatus(
      @JsonProperty("CheckoutRequestID") String checkoutRequestId,
      @JsonProperty("ResponseCode") String responseCode,
      @JsonProperty("ResultCode") String resultCode,
      @JsonProperty("ResultDesc") String resultDesc)
      implements DarajaAnswer {}

  /**
   * Name of a till or paybill. The documentation has both 0 and 4000 as the code of a success, so
   * the message and the name decide.
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Merchant(
      @JsonProperty("ResponseCode") String responseCode,
      @JsonProperty("ResponseMessage") String responseMessage,
      @JsonProperty("OrganizationShortCode") String organizationShortCode,
      @JsonProperty("OrganizationName") String organizationName)
      implements DarajaAnswer {

    private static final String SUCCESS = "success";
    private static final String REJECTED = "1";

    /** The registered name, or empty if the answer is no success or has no name. */
    public Optional<String> name() {
      return Optional.ofNullable(organizationName)
          .map(String::strip)
          .filter(name -> !name.isEmpty() && responseMessage != null)
          .filter(name -> responseMessage.strip().toLowerCase(Locale.ROOT).equals(SUCCESS));
    }

    /**
     * Whether the network has no such till or paybill. Codes that are not documented tell nothing.
     */
    public boolean isUnknown() {
      return responseCode != null && responseCode.strip().equals(REJECTED) && name().isEmpty();
    }
  }

  /** Error of the gateway. */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  record GatewayError(
      @JsonProperty("requestId") String requestId,
      @JsonProperty("errorCode") String errorCode,
      @JsonProperty("errorMessage") String errorMessage)
      implements DarajaAnswer {}
}
