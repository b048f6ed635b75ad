package org.mizani.qr;

import java.util.Optional;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;

/** Decoder of merchants' QR codes (specification, section 4.6). */
final class QrDecoder {

  // Characters that the largest QR code holds in its alphanumeric mode.
  private static final int LONGEST = 4_296;

  private QrDecoder() {}

  /**
   * Decodes a payload. Blanks at its ends are part of it.
   *
   * @param hint the country of the code as the caller believes. Uganda's own formats are read only
   *     if the hint is Uganda. A country that the payload states goes before the hint.
   * @throws org.mizani.fault.ApiFault.ApiException 422 if it is malformed or of no supported format
   */
  static DecodedQr decode(String payload, Optional<Country> hint) {
    if (payload.length() > LONGEST) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return hint.filter(country -> country == Country.UG)
        .flatMap(uganda -> UgandanCodes.find(payload))
        .orElseGet(() -> EmvDecoder.decode(EmvPayload.read(payload), hint));
  }
}
