package org.mizani.database;

import java.util.List;

/**
 * The migrations that this build has, oldest first. They are listed here because a native
 * executable has no directories to look into, and so that nobody has to look for them at a start.
 */
public final class Migrations {

  /** Where they are on the class path. */
  public static final String DIRECTORY = "db/migration/";

  /** Their names in that directory. */
  public static final List<String> FILES =
      List.of(
          "V1__foundation.sql",
          "V2__transactions_by_status.sql",
          "V3__collections_credited.sql",
          "V4__operator.sql",
          "V6__operator_desk.sql",
          "V7__rate_refresh.sql",
          "V8__sweeps.sql",
          "V9__rails_away.sql",
          "V10__failed_authentications.sql",
          "V11__settled_by_hand.sql");

  private Migrations() {}

  /** The version of the last one. */
  static int newest() {
    return version(FILES.get(FILES.size() - 1));
  }

  static int version(String file) {
    return Integer.parseInt(file.substring(1, file.indexOf("__")));
  }
}
