package org.mizani.launch;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.mizani.database.Migrations;

/** Migration of this build, as Flyway reads it. */
final class MigrationFile extends LoadableResource {

  private final String name;

  private MigrationFile(String name) {
    this.name = name;
  }

  /** All migrations, without a search of the class path, which a native executable lacks. */
  static final class All implements ResourceProvider {

    @Override
    public LoadableResource getResource(String name) {
      return null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
      return Migrations.FILES.stream()
          .filter(name -> name.startsWith(prefix))
          .filter(name -> Arrays.stream(suffixes).anyMatch(name::endsWith))
          .<LoadableResource>map(MigrationFile::new)
          .toList();
    }
  }

  @Override
  public Reader read() {
    InputStream file = MigrationFile.class.getClassLoader().getResourceAsStream(getAbsolutePath());
    if (file == null) {
      throw new IllegalStateException("This build lacks its migration " + name + ".");
    }
    return new InputStreamReader(file, StandardCharsets.UTF_8);
  }

  @Override
  public String getAbsolutePath() {
    return Migrations.DIRECTORY + name;
  }

  @Override
  public String getAbsolutePathOnDisk() {
    return getAbsolutePath();
  }

  @Override
  public String getFilename() {
    return name;
  }

  @Override
  public String getRelativePath() {
    return name;
  }
}
