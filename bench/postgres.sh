# A PostgreSQL of the bench's own: durable, reachable over loopback only, with a password of one run.
# Sourced by run; needs $work and fail.

postgres_user=
postgres_running=

find_postgres() {
  local bin newest=
  for bin in /usr/lib/postgresql/*/bin; do
    [ -x "$bin/initdb" ] && newest=$bin
  done
  PATH=${newest:+$newest:}$PATH
  local tool
  for tool in initdb pg_ctl pgbench psql; do
    command -v "$tool" > /dev/null || fail "$tool not found: apt-get install postgresql"
  done
}

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ -z "$postgres_user" ]; then
    "$@"
  else
    (cd / && setpriv --reuid "$postgres_user" --regid "$(id -g "$postgres_user")" --clear-groups "$@")
  fi
}

start_postgres() {
  if [ "$(id -u)" = 0 ]; then
    command -v setpriv > /dev/null || fail "setpriv not found: apt-get install util-linux"
    id postgres > /dev/null 2>&1 && postgres_user=postgres || postgres_user=nobody
  fi
  mkdir "$work/postgres"
  printf '%s' "$PGPASSWORD" > "$work/postgres/password"
  [ -z "$postgres_user" ] || chown -R "$postgres_user" "$work/postgres"
  as_postgres initdb -D "$work/postgres/data" -U bench -A scram-sha-256 \
    --pwfile="$work/postgres/password" --no-locale -E UTF8 > "$work/initdb.log" 2>&1 \
    || fail "initdb failed: $(tail -n 3 "$work/initdb.log")"
  # A checkpoint comes before each leg, and none by size or time within: all legs begin alike.
  as_postgres tee -a "$work/postgres/data/postgresql.conf" > /dev/null << CONF
listen_addresses = '127.0.0.1'
port = $PGPORT
unix_socket_directories = ''
max_connections = $((CONNECTIONS + 150))
fsync = on
synchronous_commit = on
full_page_writes = on
shared_buffers = 512MB
max_wal_size = 8GB
checkpoint_timeout = 30min
${POSTGRES_OPTIONS:-}
CONF
  postgres_running=yes
  as_postgres pg_ctl start -w -t 30 -D "$work/postgres/data" -l "$work/postgres/log" \
    > /dev/null || fail "PostgreSQL does not start: $(tail -n 3 "$work/postgres/log")"
  require_durable
}

require_durable() {
  local setting
  for setting in fsync synchronous_commit full_page_writes; do
    [ "$(sql "SHOW $setting")" = on ] || fail "PostgreSQL is not durable: $setting is not on"
  done
  case $(stat -f -c %T "$work") in
    tmpfs | ramfs) fail "$work is in memory: set TMPDIR to a directory on a disk" ;;
  esac
}

stop_postgres() {
  [ -z "$postgres_running" ] && return
  as_postgres pg_ctl stop -m fast -w -t 30 -D "$work/postgres/data" > /dev/null 2>&1 || true
  postgres_running=
}

sql() {
  psql -X -At -v ON_ERROR_STOP=1 -c "$1"
}
