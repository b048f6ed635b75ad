package org.mizani.qr;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.Optional;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;
import org.mizani.http.Fields;

/** {@code POST /business/decode-qr} (specification, section 4.6). */
@Path("/business/decode-qr")
public class QrResource {

  private final CurrentCaller caller;

  QrResource(CurrentCaller caller) {
    this.caller = caller;
  }

  /** A payload, and at most one hint at its country under either name. */
  public record QrRequest(String qrString, String country, String countryCode) {

    @Override
    public String toString() {
      return "QrRequest[…]";
    }
  }

  /** The decoded code (specification, section 2.10); the phone only if the code carries one. */
  public record QrAnswer(
      BigDecimal amount,
      String channel,
      String countryCode,
      String currency,
      boolean isStatic,
      String merchantCity,
      String merchantName,
      @JsonInclude(JsonInclude.Include.NON_NULL) String merchantMobile,
      String tillNumber) {

    static QrAnswer of(DecodedQr qr) {
      return new QrAnswer(
          qr.amount().orElse(null),
          qr.channel(),
          qr.countryCode(),
          qr.currency(),
          qr.isStatic(),
          qr.merchantCity(),
          qr.merchantName(),
          qr.merchantMobile().orElse(null),
          qr.tillNumber());
    }

    @Override
    public String toString() {
      return "QrAnswer[…]";
    }
  }

  /**
   * Decodes the payload of a merchant's QR code. It only computes, so it does not block.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for two hints or an unknown one, 422 if the
   *     payload cannot be decoded
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @NonBlocking
  public QrAnswer decode(QrRequest request) {
    caller.get(KeyScope.VERIFY);
    Fields.requireBody(request);
    if (Fields.isBlank(request.qrString())) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return QrAnswer.of(QrDecoder.decode(request.qrString(), hint(request)));
  }

  private static Optional<Country> hint(QrRequest request) {
    if (!Fields.isBlank(request.country()) && !Fields.isBlank(request.countryCode())) {
      throw ApiFault.of(ErrorCode.FIELD_VALUE, "only one of country and countryCode may be given")
          .at("countryCode")
          .asException();
    }
    String code = Fields.isBlank(request.country()) ? request.countryCode() : request.country();
    if (Fields.isBlank(code)) {
      return Optional.empty();
    }
    return Optional.of(
        Country.find(code)
            .orElseThrow(() -> ApiFault.notOneOf("country", Country.codes()).asException()));
  }
}
