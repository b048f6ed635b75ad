# What happens to the database. Sourced by run; needs $work, fail and bench/postgres.sh.

# No checkpoint, and every transaction under way is cut off.
kill_database() {
  kill -9 "$(head -n 1 "$work/postgres/data/postmaster.pid")"
}

restart_database_at_once() {
  as_postgres pg_ctl restart -m immediate -w -t 60 -D "$work/postgres/data" \
    -l "$work/postgres/log" > /dev/null || revive_database
}

# The orphans of a killed postmaster have to go first; until then it refuses to start.
revive_database() {
  local deadline=$((SECONDS + 60))
  until as_postgres pg_ctl start -w -t 60 -D "$work/postgres/data" -l "$work/postgres/log" \
    > /dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] \
      || fail "PostgreSQL does not come back: $(tail -n 3 "$work/postgres/log")"
    sleep 0.2
  done
}
