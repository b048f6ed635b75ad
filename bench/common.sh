# What all commands of the bench share: tools, the temporary directory, a database and its businesses.
# Sourced first; needs $bench and $root.

work=
problems=0
java=
# Processes of a command beside PostgreSQL and the service.
helper_pids=()

fail() {
  echo "bench: $*" >&2
  exit 1
}

complain() {
  echo "WRONG: $*"
  problems=$((problems + 1))
}

say() {
  echo "bench: $*" >&2
}

# shellcheck source=postgres.sh
source "$bench/postgres.sh"
# shellcheck source=service.sh
source "$bench/service.sh"
# shellcheck source=costs.sh
source "$bench/costs.sh"
# shellcheck source=load.sh
source "$bench/load.sh"
# shellcheck source=report.sh
source "$bench/report.sh"

find_tools() {
  find_postgres
  command -v wrk > /dev/null || fail "wrk not found: apt-get install wrk"
  command -v curl > /dev/null || fail "curl not found: apt-get install curl"
  command -v ps > /dev/null || fail "ps not found: apt-get install procps"
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  "$java" --list-modules 2> /dev/null | grep -q '^jdk.compiler' \
    || fail "no JDK in JAVA_HOME or PATH: apt-get install openjdk-17-jdk-headless"
}

build() {
  [ -f "$root/target/quarkus-app/quarkus-run.jar" ] && return
  say "building the service"
  (cd "$root" && ./mvnw -B -ntp -q package -DskipTests)
}

free_port() {
  local port
  for _ in $(seq 100); do
    port=$((20000 + RANDOM % 12000))
    (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null || { echo "$port" && return; }
  done
  fail "no free port"
}

# The statements of the run that took the most time in all, by database.
write_statements() {
  psql -X -At -F '  ' -d postgres -c "
    SELECT d.datname, s.calls, round(s.total_exec_time) || ' ms', round(s.total_plan_time) || ' ms to plan',
           s.shared_blks_hit + s.shared_blks_read || ' blocks', s.wal_bytes || ' bytes of WAL',
           left(regexp_replace(s.query, '\s+', ' ', 'g'), 300)
    FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
    ORDER BY s.total_exec_time DESC LIMIT 60" > "$work/statements.log"
}

clean_up() {
  local status=$? helper
  set +e
  trap '' INT TERM
  [ -z "${KEEP:-}" ] || write_statements
  stop_services
  for helper in "${helper_pids[@]}"; do kill "$helper" && wait "$helper"; done 2> /dev/null
  stop_postgres
  if [ -n "$work" ]; then
    [ -z "${KEEP:-}" ] \
      || { mkdir -p "$KEEP" && cp "$work"/{*.log,*.sql,results} "$KEEP" 2> /dev/null; }
    rm -rf "$work"
  fi
  exit "$status"
}

clean_up_at_the_end() {
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

# The keys of this run, and a PostgreSQL with the statistics of statements in its database postgres.
prepare() {
  work=$(mktemp -d "${TMPDIR:-/tmp}/bench.XXXXXX")
  chmod 711 "$work"
  export PGHOST=127.0.0.1 PGUSER=bench PGDATABASE=postgres PGTZ=UTC PGPORT PGPASSWORD
  PGPORT=$(free_port)
  PGPASSWORD=$(head -c 24 /dev/urandom | base64)
  operator_secret=$(head -c 32 /dev/urandom | base64)
  "$java" "$bench/Setup.java" "$work"
  say "starting PostgreSQL"
  POSTGRES_OPTIONS="shared_preload_libraries = 'pg_stat_statements'
${POSTGRES_OPTIONS:-}"
  start_postgres
  sql "CREATE EXTENSION pg_stat_statements" > /dev/null
}

# use_database <name>: from here on, for the bench as for the instances it starts.
use_database() {
  PGDATABASE=$1
}

create_database() {
  sql "CREATE DATABASE $1" > /dev/null
  use_database "$1"
}

# Registers the businesses with the last instance started, by the operators' interface. On an empty
# database the ids of a business, its key and its wallet are the same: 1, 2, 3 …
seed() {
  sql "INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
       VALUES ('USD', 'KES', 129, now())" > /dev/null
  OPERATOR_SECRET=$operator_secret "$java" "$bench/Seed.java" \
    "http://127.0.0.1:${service_ports[-1]}" "$BUSINESSES" "$(tokens)" > "$work/seed.log" 2>&1 \
    || fail "the businesses cannot be registered: $(tail -n 3 "$work/seed.log")"
}

# The file with the access tokens of the database's businesses, one a line.
tokens() {
  echo "$work/tokens-$PGDATABASE"
}

# start_and_seed <directory or executable>: the first start migrates and is not measured; what it creates is left
# under a lease of days. The next instance finds the schema, the businesses and the yardstick.
start_and_seed() {
  say "starting the service"
  # shellcheck disable=SC2086
  start_service "$@" ${JAVA_OPTIONS:-} $HOLDS_ONLY_OPTIONS
  seed
  PGOPTIONS='-c client_min_messages=warning' \
    psql -X -q -o /dev/null -v ON_ERROR_STOP=1 -f "$bench/yardstick.sql"
}
