package org.mizani.database;

import java.util.List;

/**
 * The migrations of this build, oldest first. They are listed because a native executable has no
 * class path to search, and a start saves the search.
 */
public final class Migrations {

  /** Their directory on the class path. */
  public static final String DIRECTORY = "db/migration/";

  /** Their names in that directory. */
  public static final List<String> FILES = List.of("V1__schema.sql");

  private Migrations() {}

  /** The version of the last one. */
  static int newest() {
    return version(FILES.get(FILES.size() - 1));
  }

  static int version(String file) {
    return Integer.parseInt(file.substring(1, file.indexOf("__")));
  }
}
