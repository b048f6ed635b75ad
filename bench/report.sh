# What comes of a run: is all of it right, and how fast was it. Sourced by run.

check() {
  local instance created pending unbalanced
  for instance in "${!names[@]}"; do
    created=$(sql "SELECT count(*) FROM payout WHERE business_reference LIKE 's$instance-%'")
    [ "$created" = "${answers[$instance]}" ] \
      || complain "${names[$instance]}: ${answers[$instance]} answers of 201, but $created payouts"
  done
  created=$(sql "SELECT count(*) FROM payout WHERE business_reference LIKE 'p-%'")
  [ "$created" = "$pgbench_payouts" ] \
    || complain "pgbench: $pgbench_payouts transactions, but $created payouts"
  pending=$(sql "SELECT count(*) FROM payout WHERE business_reference LIKE 's0-%' AND status <> 'success'")
  [ "$pending" = 0 ] || complain "$pending of the service's payouts did not end in success"
  unbalanced=$(sql "SELECT count(*) FROM ($(cat "$work/unbalanced.sql")) u")
  [ "$unbalanced" = 0 ] || complain "$unbalanced wallets differ from the sum of their transfers"
}

# median of the numbers of standard input
median() {
  sort -n | awk '{ v[NR] = $1 }
    END { printf "%.2f", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# column <leg> <number>: that column of every round
column() {
  awk -v leg="$1" -v column="$2" '$1 == leg { print $column }' "$work/results"
}

# ratios <leg>: to pgbench's rate, one a round
ratios() {
  awk -v leg="$1" '$1 == "pgbench" { base[$2] = $3 } $1 == leg { printf "%.2f\n", $3 / base[$2] }' \
    "$work/results"
}

# mean_batch <prefix> <time column>: rows of one statement share its time
mean_batch() {
  sql "SELECT coalesce(round(count(*)::numeric / count(DISTINCT $2), 1), 0) FROM payout
       WHERE business_reference LIKE '$1-%' AND business_reference NOT LIKE '$1-0-%'"
}

report_leg() {
  local leg=$1 name=$2 wal
  wal=$(awk -v leg="$leg" '$1 == leg { bytes += $7; payouts += $6 }
    END { printf "%.1f", bytes / payouts / 1024 }' "$work/results")
  printf '%-10s %9.0f %6s %7.1f %7.1f %8s %10.0f %11.0f %7.0f %7.0f   %s\n' "$leg" \
    "$(column "$leg" 3 | median)" "$(ratios "$leg" | median)" "$(column "$leg" 4 | median)" \
    "$(column "$leg" 5 | median)" "$wal" "$(column "$leg" 8 | median)" \
    "$(column "$leg" 9 | median)" "$(column "$leg" 10 | median)" \
    "$(column "$leg" 11 | median)" \
    "$name: $(ratios "$leg" | tr '\n' ' ')"
}

report() {
  local instance
  cat << TEXT

$("$java" -version 2>&1 | sed -n 2p)
$(psql --version), durable: fsync, synchronous_commit and full_page_writes are on
$(nproc) processors, $CONNECTIONS connections, $BUSINESSES businesses, $ROUNDS rounds of $SECONDS_PER_ROUND s

Medians    payouts/s  ratio  p50 ms  p99 ms  WAL KiB service us postgres us others% RSS MiB   ratios by round
TEXT
  report_leg pgbench "one payout a statement"
  for instance in "${!names[@]}"; do
    report_leg "service-$instance" "${names[$instance]}"
  done
  cat << TEXT

Payouts a statement: created $(mean_batch s0 created_at), settled $(mean_batch s0 updated_at)
Ready after ${ready} ms; resident $resident_idle MiB idle
Database $(sql "SELECT pg_size_pretty(pg_database_size(current_database()))"), $(sql "SELECT count(*) FROM payout") payouts
Checks: $([ "$problems" = 0 ] && echo "every 201 is one payout, every wallet the sum of its transfers, nothing else than 201" || echo "$problems FAILED, see WRONG above")
TEXT
}

judge() {
  [ "$problems" = 0 ] || fail "$problems checks failed"
  if [ -n "$MIN_RATIO" ]; then
    local ratio
    ratio=$(ratios service-0 | median)
    awk -v ratio="$ratio" -v least="$MIN_RATIO" 'BEGIN { exit !(ratio >= least) }' \
      || fail "the ratio $ratio is below $MIN_RATIO"
  fi
}
