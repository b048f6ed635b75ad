package org.mizani.rail.statement;

/** Direction of money, as we see it. */
enum Direction {
  IN,
  OUT
}
