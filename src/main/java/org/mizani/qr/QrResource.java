package org.mizani.qr;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;

/** {@code POST /business/decode-qr} (specification, section 4.6). */
@Path("/business/decode-qr")
@Tag(name = "QR")
public class QrResource {

  private static final String KENYAN =
      """
      { "qrString": "00020101021128260008ke.go.qr011000001743795204541153034045802KE5917TEST RECIPIENT KE6007NAIROBI83200010m-pesa.com01020363044E26" }
      """;
  private static final String TANZANIAN =
      """
      { "qrString": "00020101021126390014tz.go.bot.tips0105010010208610000015204581453038345802TZ5917TEST RECIPIENT TZ6006DODOMA630433E0" }
      """;
  private static final String UGANDAN =
      """
      { "qrString": "tel:*165*3*400001#", "country": "UG" }
      """;

  /** A payload and at most one hint at its country, under either name. */
  @Schema(requiredProperties = "qrString")
  public record QrRequest(
      @Schema(
              description = "The code's payload, to the letter: blanks at its end count",
              examples = "tel:*165*3*400001#")
          String qrString,
      @Schema(
              description = "Whose code it is, as a hint; UG needs it",
              enumeration = {"KE", "TZ", "UG", "ZA"})
          String country,
      @Schema(
              description = "Another name of `country`; only one of them may be given",
              enumeration = {"KE", "TZ", "UG", "ZA"})
          String countryCode) {

    @Override
    public String toString() {
      return "QrRequest[…]";
    }
  }

  /** What the code says (specification, section 2.10); the phone only where it carries one. */
  @Schema(
      requiredProperties = {
        "amount",
        "channel",
        "countryCode",
        "currency",
        "isStatic",
        "merchantCity",
        "merchantName",
        "tillNumber"
      })
  public record QrAnswer(
      @Schema(
              description = "Amount to pay; null where the payer decides on it",
              nullable = true,
              examples = "1500")
          BigDecimal amount,
      @Schema(description = "Name of the payment network", examples = "M-PESA") String channel,
      String countryCode,
      @Schema(description = "Currency to pay in", examples = "KES") String currency,
      @Schema(description = "Whether the code has no amount of its own", examples = "false")
          boolean isStatic,
      @Schema(description = "City; empty if the code has none", examples = "NAIROBI")
          String merchantCity,
      @Schema(description = "Name; empty if the code has none", examples = "TEST RECIPIENT KE")
          String merchantName,
      @Schema(
              description = "The merchant's phone; only where the code carries it",
              examples = "+254712345678")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          String merchantMobile,
      @Schema(
              description = "The till as the code writes it; strip leading zeros before paying it",
              examples = "0000174379")
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

  /** Decodes the payload of a merchant's QR code. It computes only and waits for nothing. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @NonBlocking
  @Operation(
      operationId = "decodeQr",
      summary = "Decode a merchant's QR code",
      description =
          "EMVCo merchant-presented codes (Kenya, Tanzania with TIPS, South Africa), and Uganda's"
              + " own formats under the hint UG. Strip leading zeros of `tillNumber` before paying"
              + " it.")
  @APIResponse(
      responseCode = "200",
      description = "What the code says",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = QrAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "422", ref = "UnsupportedQr")
  public QrAnswer decode(
      @RequestBody(
              content =
                  @Content(
                      examples = {
                        @ExampleObject(name = "Kenya, M-PESA", value = KENYAN),
                        @ExampleObject(name = "Tanzania, TIPS", value = TANZANIAN),
                        @ExampleObject(name = "Uganda, MTN", value = UGANDAN)
                      }))
          QrRequest request) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    if (isBlank(request.qrString())) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return QrAnswer.of(QrDecoder.decode(request.qrString(), hint(request)));
  }

  private static Optional<Country> hint(QrRequest request) {
    if (!isBlank(request.country()) && !isBlank(request.countryCode())) {
      throw ApiFault.invalid("only one of country and countryCode may be given").asException();
    }
    String code = isBlank(request.country()) ? request.countryCode() : request.country();
    if (isBlank(code)) {
      return Optional.empty();
    }
    return Optional.of(
        Country.find(code)
            .orElseThrow(() -> ApiFault.notOneOf("country", Country.codes()).asException()));
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
