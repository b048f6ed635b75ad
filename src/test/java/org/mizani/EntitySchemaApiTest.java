package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.annotations.Immutable;
import org.hibernate.metamodel.MappingMetamodel;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.Test;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** The entities fit the tables that the migrations make. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EntitySchemaApiTest {

  /** Columns without a field, with the reason. */
  private static final Map<String, String> UNMAPPED =
      Map.of("api_key.last_used_at", "read with the windows of the last minutes");

  /** Tables without an entity, with the reason: no code reads their rows one by one. */
  private static final Map<String, String> WITHOUT_ENTITY =
      Map.ofEntries(
          Map.entry("audit_export", "one row, taken and changed in one statement each"),
          Map.entry("audit_link", "written by the schema's function, compared in one statement"),
          Map.entry("closed_day", "bounds the sums that begin with a closing"),
          Map.entry("closing_check", "written and summed up in one statement each"),
          Map.entry("daily_closing", "written by the closing, summed up with the transfers since"),
          Map.entry("database_environment", "one row, compared at each start"),
          Map.entry("failed_authentication", "counted in one statement"),
          Map.entry("fx_quote", "written, used and looked for in one statement each"),
          Map.entry("fx_refresh", "claimed day by day, in one statement each"),
          Map.entry("idempotency_key", "written with its payment, looked for in one statement"),
          Map.entry("month_table", "read by the schema's own functions"),
          Map.entry("named_prompt", "written and compared in one statement"),
          Map.entry("operator_logout", "written and looked for in one statement each"),
          Map.entry("pacing_pod", "counted in one statement"),
          Map.entry("payout_bulk", "written with its payouts, read in one statement each"),
          Map.entry("payout_bulk_ended", "written once, read in the statement of events"),
          Map.entry("payout_bulk_item", "written with its batch, read in one statement each"),
          Map.entry("payout_bulk_open", "claimed and deleted in one statement each"),
          Map.entry("payout_bulk_schedule", "written, taken and ended in one statement each"),
          Map.entry("payout_failed", "names payouts, which are read in its stead with its reason"),
          Map.entry("payout_receipt", "written and compared in one statement"),
          Map.entry("payout_release", "written once, read in the statement of events"),
          Map.entry("payout_screening", "written and read in one statement each"),
          Map.entry("payout_usage", "counted in the statement that creates payouts"),
          Map.entry("phone_hour", "counted in one statement"),
          Map.entry("rail_float_question", "taken in one statement"),
          Map.entry("rail_token", "taken and replaced in one statement each"),
          Map.entry("rate_window", "counted in one statement"),
          Map.entry("submission_switch", "one row, read and changed in one statement each"),
          Map.entry("webhook_body", "read with the lease of its delivery"),
          Map.entry("webhook_dead", "names deliveries, which are read in its stead"),
          Map.entry("webhook_endpoint", "read and changed in one statement each"),
          Map.entry("webhook_replay_day", "counted in one statement"));

  private static final String TABLES =
      """
      SELECT relname FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname <> 'flyway_schema_history'
      """;

  private static final Map<Integer, Set<String>> TYPES =
      Map.ofEntries(
          Map.entry(SqlTypes.BIGINT, Set.of("bigint")),
          Map.entry(SqlTypes.INTEGER, Set.of("integer")),
          Map.entry(SqlTypes.BOOLEAN, Set.of("boolean")),
          Map.entry(SqlTypes.NUMERIC, Set.of("numeric")),
          Map.entry(SqlTypes.UUID, Set.of("uuid")),
          Map.entry(SqlTypes.VARBINARY, Set.of("bytea")),
          Map.entry(SqlTypes.VARCHAR, Set.of("text", "character", "jsonb")),
          Map.entry(SqlTypes.TIMESTAMP_UTC, Set.of("timestamp with time zone")),
          Map.entry(SqlTypes.DATE, Set.of("date")),
          Map.entry(SqlTypes.TIME, Set.of("time without time zone")),
          Map.entry(SqlTypes.ARRAY, Set.of("ARRAY")));

  private static final String COLUMNS =
      """
      SELECT column_name, data_type, is_nullable = 'YES' AS may_be_null,
             column_default IS NOT NULL OR is_identity = 'YES' AS has_default
      FROM information_schema.columns
      WHERE table_schema = current_schema AND table_name = $1
      """;

  private static final String ENCRYPTED =
      """
      SELECT relname || '.' || attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND NOT attisdropped AND attname LIKE '%\\_encrypted'
      """;

  private static final Pattern COUNTED =
      Pattern.compile("(?:\\(|ALL )SELECT (\\w+_encrypted), .* FROM (\\w+)");

  @Inject Mutiny.SessionFactory sessions;
  @Inject Rows rows;

  private record Column(String type, boolean mayBeNull, boolean hasDefault) {}

  @Test
  void everyFieldHasAColumnOfItsType() {
    Map<String, String> wrong = new TreeMap<>();
    for (EntityPersister entity : entities()) {
      Map<String, Column> columns = columns(entity);
      selectables(entity)
          .forEach(
              (name, field) -> {
                Column column = columns.get(name);
                if (column == null || !typesOf(field).contains(column.type())) {
                  wrong.put(entity.getIdentifierTableName() + "." + name, column + " " + field);
                }
              });
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void noNullableColumnIsAPrimitiveField() {
    Set<String> wrong = new TreeSet<>();
    for (EntityPersister entity : entities()) {
      Map<String, Column> columns = columns(entity);
      entity
          .getAttributeMappings()
          .forEach(
              attribute ->
                  attribute.forEachSelectable(
                      (i, field) -> {
                        Column column = columns.get(field.getSelectionExpression());
                        if (!field.isFormula()
                            && column.mayBeNull()
                            && isPrimitive(entity, attribute.getPartName())) {
                          wrong.add(entity.getEntityName() + "." + attribute.getPartName());
                        }
                      }));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyColumnHasAFieldOrAReason() {
    Set<String> unmapped = new TreeSet<>();
    Set<String> missingOnInsert = new TreeSet<>();
    for (EntityPersister entity : entities()) {
      Set<String> fields = selectables(entity).keySet();
      columns(entity)
          .forEach(
              (name, column) -> {
                if (!fields.contains(name)) {
                  unmapped.add(entity.getIdentifierTableName() + "." + name);
                  if (isInserted(entity) && !column.mayBeNull() && !column.hasDefault()) {
                    missingOnInsert.add(entity.getIdentifierTableName() + "." + name);
                  }
                }
              });
    }
    assertThat(unmapped).isEqualTo(UNMAPPED.keySet());
    assertThat(missingOnInsert).isEmpty();
  }

  @Test
  void everyTableHasAnEntityOrAReason() {
    Set<String> tables = new TreeSet<>();
    rows.execute(TABLES).forEach(row -> tables.add(row.getString("relname")));
    entities().forEach(entity -> tables.remove(entity.getIdentifierTableName()));
    assertThat(tables).isEqualTo(WITHOUT_ENTITY.keySet());
  }

  /** The query of docs/operations.md, by which a key of personal data is taken away. */
  @Test
  void theKeyRotationsQueryCountsAllEncryptedColumns() throws IOException {
    String page = Files.readString(Path.of("docs", "operations.md"));
    Set<String> counted =
        COUNTED
            .matcher(page)
            .results()
            .map(found -> found.group(2) + "." + found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> encrypted = new TreeSet<>();
    rows.execute(ENCRYPTED).forEach(row -> encrypted.add(row.getString(0)));

    // The network issues another token to whoever cannot read the one that is stored.
    encrypted.remove("rail_token.token_encrypted");
    assertThat(counted).isEqualTo(encrypted);
  }

  private static boolean isInserted(EntityPersister entity) {
    return !entity.getMappedClass().isAnnotationPresent(Immutable.class);
  }

  private static boolean isPrimitive(EntityPersister entity, String field) {
    try {
      return entity.getMappedClass().getDeclaredField(field).getType().isPrimitive();
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> typesOf(SelectableMapping field) {
    int code = field.getJdbcMapping().getJdbcType().getDefaultSqlTypeCode();
    assertThat(TYPES).as(field.getSelectionExpression()).containsKey(code);
    return TYPES.get(code);
  }

  private List<EntityPersister> entities() {
    MappingMetamodel mappings = (MappingMetamodel) sessions.getMetamodel();
    List<EntityPersister> all =
        sessions.getMetamodel().getEntities().stream()
            .map(entity -> mappings.getEntityDescriptor(entity.getJavaType()))
            .toList();
    assertThat(all).isNotEmpty();
    return all;
  }

  private static Map<String, SelectableMapping> selectables(EntityPersister entity) {
    Map<String, SelectableMapping> found = new TreeMap<>();
    entity
        .getIdentifierMapping()
        .forEachSelectable((i, field) -> found.put(field.getSelectionExpression(), field));
    entity
        .getAttributeMappings()
        .forEach(
            attribute ->
                attribute.forEachSelectable(
                    (i, field) -> {
                      if (!field.isFormula()) {
                        found.put(field.getSelectionExpression(), field);
                      }
                    }));
    return found;
  }

  private Map<String, Column> columns(EntityPersister entity) {
    return rows.execute(COLUMNS, entity.getIdentifierTableName()).stream()
        .collect(
            Collectors.toMap(row -> row.getString("column_name"), EntitySchemaApiTest::column));
  }

  private static Column column(Row row) {
    return new Column(
        row.getString("data_type"), row.getBoolean("may_be_null"), row.getBoolean("has_default"));
  }
}
