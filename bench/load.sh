# The legs of a round. Each begins after a checkpoint, with nothing left to settle. Sourced by run;
# needs $work, $bench, fail, complain, sql and the instances of service.sh.

# What the legs measured, one line each in $work/results:
#   leg round rate p50_ms p99_ms payouts wal_bytes service_us postgres_us others_percent rss_mib
# The processor times are those of a payout; "others" is what neither of the two used nor left idle.

settle_all() {
  local left
  for _ in $(seq 150); do
    left=$(sql "SELECT count(*) FROM payout WHERE next_poll_at < now() + interval '10 minutes'")
    [ "$left" = 0 ] && return
    sleep 0.2
  done
  fail "$left payouts are not settled after 30 s"
}

begin_leg() {
  settle_all
  sql "CHECKPOINT" > /dev/null
  wal_begin=$(sql "SELECT pg_current_wal_insert_lsn()")
  ticks_begin=$(ticks)
}

# Of the processors since the start, in clock ticks: by all services, by PostgreSQL, idle, in all.
ticks() {
  local postmaster
  postmaster=$(head -n 1 "$work/postgres/data/postmaster.pid")
  # Processes that end meanwhile fail cat.
  { cat /proc/[0-9]*/stat /proc/stat 2> /dev/null || true; } \
    | awk -v postmaster="$postmaster" -v services=" ${service_pids[*]} " '
      $1 == "cpu" { idle = $5 + $6; for (i = 2; i <= 9; i++) all += $i }
      $1 !~ /^[0-9]+$/ { next }
      { pid = $1; sub(/.*\) /, "") }
      index(services, " " pid " ") { service += $12 + $13 }
      $2 == postmaster { postgres += $12 + $13 }
      pid == postmaster { postgres += $12 + $13 + $14 + $15 }
      END { print service, postgres, idle, all }'
}

end_leg() {
  local leg=$1 round=$2 rate=$3 p50=$4 p99=$5 payouts=$6 resident=$7 wal times
  times=$(echo "$ticks_begin $(ticks)" | awk -v hertz="$(getconf CLK_TCK)" -v payouts="$payouts" '{
    us = 1000000 / hertz / payouts; service = $5 - $1; postgres = $6 - $2; all = $8 - $4
    printf "%.0f %.0f %.0f", service * us, postgres * us,
      100 * (all - ($7 - $3) - service - postgres) / all }')
  wal=$(sql "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '$wal_begin')::bigint")
  echo "$leg $round $rate $p50 $p99 $payouts $wal $times $resident" >> "$work/results"
}

# run_service <instance> <round> <seconds> <phone>: the round 0 is the warm-up and is not reported.
run_service() {
  local instance=$1 round=$2 seconds=$3 phone=$4 rate answered refused broken p50 p99
  begin_leg
  # wrk's last two seconds are silent: see payouts.lua.
  BENCH_SECONDS=$seconds BENCH_PREFIX="s$instance-$round" BENCH_PHONE=$phone \
    BENCH_TOKENS="$work/tokens" wrk -t 2 -c "$CONNECTIONS" -d "$((seconds + 2))s" --timeout 10s \
    --latency -s "$bench/payouts.lua" "http://127.0.0.1:${service_ports[$instance]}" \
    > "$work/wrk.log" 2>&1 || fail "wrk failed: $(tail -n 3 "$work/wrk.log")"
  read -r _ rate answered refused broken p50 p99 < <(grep '^bench ' "$work/wrk.log")
  answers[instance]=$((${answers[instance]:-0} + answered))
  [ "$refused" = 0 ] || complain "$refused answers were not 201: $(grep -m 1 refusal "$work/wrk.log")"
  [ "$broken" = 0 ] || complain "$broken requests were not answered"
  [ "$round" = 0 ] || end_leg "service-$instance" "$round" "$rate" "$p50" "$p99" "$answered" \
    "$(resident_megabytes "$instance")"
}

# The service's own statement, with what it stored for a payout of its warm-up.
write_pgbench_script() {
  local name value statement
  statement=$(< "$work/payout.sql")
  : > "$work/pgbench-variables"
  while read -r name; do
    case $name in
      id)
        # Ordered by time, as the service's are: random ones would cost pgbench more.
        value="(overlay(gen_random_uuid()::text placing lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') from 1 for 13))"
        ;;
      business_id | api_key_id) continue ;;
      business_reference) value="'p-' || :reference" ;;
      # Under a lease of a day, so that the service leaves these payouts alone.
      polls) value=1 ;;
      lease_ms) echo "lease_ms=86400000" >> "$work/pgbench-variables" && continue ;;
      *)
        value=$(sql "SELECT coalesce($name::text, 'NULL') FROM payout LIMIT 1")
        if [ "$value" != NULL ]; then
          echo "$name=$value" >> "$work/pgbench-variables"
          continue
        fi
        ;;
    esac
    statement=${statement/"ARRAY[:$name]"/"ARRAY[$value]"}
  done < "$work/payout-columns"
  {
    echo '\set business_id random(1, :businesses)'
    echo '\set api_key_id :business_id'
    echo '\set number :number + 1'
    echo '\set reference (:round * 1000 + :client_id) * 1000000000 + :number'
    echo "$statement;"
  } > "$work/pgbench.sql"
}

run_pgbench() {
  local round=$1 seconds=$2 variables=() line done_transactions rate
  while read -r line; do
    variables+=(-D "$line")
  done < "$work/pgbench-variables"
  begin_leg
  rm -rf "$work/pgbench" && mkdir "$work/pgbench"
  pgbench -n -M prepared -f "$work/pgbench.sql" -c "$CONNECTIONS" -j 2 -T "$seconds" \
    -D round="$((round + 1))" -D number=0 -D businesses="$BUSINESSES" "${variables[@]}" \
    --log --log-prefix="$work/pgbench/log" > "$work/pgbench.log" 2>&1 \
    || fail "pgbench failed: $(tail -n 3 "$work/pgbench.log")"
  done_transactions=$(sed -n 's/.*actually processed: \([0-9]*\).*/\1/p' "$work/pgbench.log")
  rate=$(sed -n 's/^tps = \([0-9]*\).*/\1/p' "$work/pgbench.log")
  pgbench_payouts=$((${pgbench_payouts:-0} + done_transactions))
  # A backend's time is seen again only when it has ended and the postmaster has noticed.
  sleep 1
  # shellcheck disable=SC2046
  [ "$round" = 0 ] || end_leg pgbench "$round" "$rate" $(pgbench_percentiles) "$done_transactions" 0
}

pgbench_percentiles() {
  cat "$work"/pgbench/log* | awk '{ print $3 }' | sort -n \
    | awk '{ t[NR] = $1 } END { printf "%.2f %.2f", t[int(NR / 2) + 1] / 1000, t[int(NR * 0.99) + 1] / 1000 }'
}
