# What a leg costs, from its first request until all that it created is settled. Sourced by common.sh;
# needs $work, fail, sql and the instances of service.sh.

# The legs' figures, one line each in $work/results:
#   leg round rate p50_ms p99_ms payouts wal_bytes service_us postgres_us others_percent rss_mib
#   blocks hot_percent
# Bytes of WAL, times and blocks are those of a payout. A processor's time of the others is what
# neither the service nor PostgreSQL used nor left idle; blocks are those that statements found in
# the shared buffers or read; hot is the share of updates that touched no index.

due_table=
# The processes of the service that a leg pays for: all, unless they are on several databases.
counted_pids=()
# Which of the due payouts a leg waits for.
due_since=true
# Whether it waits for the payouts' webhooks as well.
waits_for_webhooks=false

# Before the payouts in work got a table of their own, they stood among all others.
find_due_table() {
  due_table=$(sql "SELECT max(relname) FROM pg_class
                   WHERE relname IN ('payout', 'payout_due') AND relkind = 'r'")
}

# Until nothing is under way any more.
settle_all() {
  local left webhooks=""
  [ -n "$due_table" ] || find_due_table
  [ "$waits_for_webhooks" = false ] || webhooks="+ (SELECT count(*) FROM webhook_due)"
  for _ in $(seq 240); do
    left=$(sql "SELECT count(*) $webhooks FROM $due_table
                WHERE next_poll_at < now() + interval '10 minutes' AND $due_since")
    [ "$left" = 0 ] && return
    sleep 0.5
  done
  fail "$left payouts or webhooks are still under way after 120 s"
}

begin_leg() {
  settle_all
  sql "CHECKPOINT" > /dev/null
  counters_begin=$(counters)
}

# Since the start: bytes of WAL, blocks, updates, HOT updates; and of the processors in clock ticks:
# by the services, by PostgreSQL, idle, in all.
counters() {
  local postmaster blocks
  blocks=$(psql -X -At -v ON_ERROR_STOP=1 -d postgres -c "
    SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = '$PGDATABASE')")
  psql -X -At -F ' ' -v ON_ERROR_STOP=1 -c "
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint, $blocks,
           coalesce(sum(n_tup_upd), 0), coalesce(sum(n_tup_hot_upd), 0)
    FROM pg_stat_user_tables"
  postmaster=$(head -n 1 "$work/postgres/data/postmaster.pid")
  # Processes that end meanwhile fail cat.
  { cat /proc/[0-9]*/stat /proc/stat 2> /dev/null || true; } \
    | awk -v postmaster="$postmaster" -v services=" ${counted_pids[*]:-${service_pids[*]}} " '
      $1 == "cpu" { idle = $5 + $6; for (i = 2; i <= 9; i++) all += $i }
      $1 !~ /^[0-9]+$/ { next }
      { pid = $1; sub(/.*\) /, "") }
      index(services, " " pid " ") { service += $12 + $13 }
      $2 == postmaster { postgres += $12 + $13 }
      pid == postmaster { postgres += $12 + $13 + $14 + $15 }
      END { print service + 0, postgres, idle, all }'
}

# end_leg <leg> <round> <rate> <p50> <p99> <payouts> <resident MiB>
end_leg() {
  local leg=$1 round=$2 rate=$3 p50=$4 p99=$5 payouts=$6 resident=$7 costs
  settle_all
  # Backends tell their statistics once a second, and their times when they have ended.
  sleep 1
  # shellcheck disable=SC2046
  costs=$(echo $counters_begin $(counters) | awk -v hertz="$(getconf CLK_TCK)" -v payouts="$payouts" \
    -v resident="$resident" '{
      for (i = 1; i <= 8; i++) spent[i] = $(i + 8) - $i
      if (payouts == 0) payouts = 1
      us = 1000000 / hertz / payouts
      printf "%.0f %.0f %.0f %.0f %d %.1f %.1f", spent[1] / payouts, spent[5] * us, spent[6] * us,
        100 * (spent[8] - spent[7] - spent[5] - spent[6]) / spent[8], resident,
        spent[2] / payouts, spent[3] ? 100 * spent[4] / spent[3] : 100 }')
  echo "$leg $round $rate $p50 $p99 $payouts $costs" >> "$work/results"
}

# The updates of each table since the database was made, as lines for a report.
hot_updates() {
  sql "SELECT format('  %-28s %10s updates, %s %% HOT', relname, n_tup_upd,
                     round(100.0 * n_tup_hot_upd / n_tup_upd, 1))
       FROM pg_stat_user_tables WHERE schemaname = 'public' AND n_tup_upd > 100
       ORDER BY n_tup_upd DESC, relname"
}
