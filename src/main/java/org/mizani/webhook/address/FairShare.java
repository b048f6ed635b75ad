package org.mizani.webhook.address;

/**
 * Share of a business in places that many businesses use. It has at most as many as it leaves free
 * beside a reserve of a quarter, out of which each business has a few. So one alone has three
 * eighths, and it takes many businesses at once, not many places of one, until a newcomer waits.
 * What a business has beside these places is taken off what is free for it, or it has more.
 */
public final class FairShare {

  private static final int RESERVE = 4;

  private final int reserve;
  private final int few;

  /**
   * @param all the places
   * @param few how many of the reserve a business may have
   */
  public FairShare(int all, int few) {
    this.reserve = all / RESERVE;
    this.few = few;
  }

  /** How many more places a business may take that has so many already, while so many are free. */
  public int more(int own, int free) {
    int beside = (free - reserve - own + 1) / 2;
    return Math.max(0, Math.max(beside, Math.min(few - own, free)));
  }
}
