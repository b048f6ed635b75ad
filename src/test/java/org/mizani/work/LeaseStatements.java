package org.mizani.work;

/** The statements of leases, for tests of how they are planned. */
public final class LeaseStatements {

  private LeaseStatements() {}

  /** The statement that ends leases on the rows of this table. */
  public static String postponementOf(Leases.Table table) {
    return table.postponement();
  }
}
