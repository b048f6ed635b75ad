package org.mizani.qr;

import java.nio.ByteBuffer;

/** CRC-16/CCITT-FALSE (polynomial 1021, initial value FFFF), the checksum of EMVCo codes. */
final class Crc16 {

  private static final int POLYNOMIAL = 0x1021;
  private static final int INITIAL = 0xFFFF;
  private static final int[] TABLE = table();

  private Crc16() {}

  /** The checksum of the bytes that remain in a buffer. */
  static int of(ByteBuffer bytes) {
    int crc = INITIAL;
    while (bytes.hasRemaining()) {
      crc = (crc << 8 & 0xFFFF) ^ TABLE[(crc >>> 8 ^ bytes.get()) & 0xFF];
    }
    return crc;
  }

  private static int[] table() {
    int[] table = new int[256];
    for (int octet = 0; octet < table.length; octet++) {
      int crc = octet << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
      }
      table[octet] = crc & 0xFFFF;
    }
    return table;
  }
}
