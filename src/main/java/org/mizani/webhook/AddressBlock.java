package org.mizani.webhook;

/** The addresses that begin with the same bits. */
final class AddressBlock {

  private final int bits;
  private final int[] first;

  private AddressBlock(int bits, int[] first) {
    this.bits = bits;
    this.first = first;
  }

  /**
   * The block of an address.
   *
   * @param bits how many bits are the same
   * @param first the address's first bytes, as many as it takes
   */
  static AddressBlock of(int bits, int... first) {
    return new AddressBlock(bits, first);
  }

  boolean contains(byte[] address) {
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if ((address[bit / Byte.SIZE] & mask) != (first[bit / Byte.SIZE] & mask)) {
        return false;
      }
    }
    return true;
  }
}
