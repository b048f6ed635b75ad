# What comes of a run: is all of it right, how fast was it, what did it cost. Sourced by common.sh.

# check <instance>...: that each answer of these instances is one payout, and the money adds up.
check() {
  local instance created pending unbalanced
  for instance in "$@"; do
    created=$(sql "SELECT count(*) FROM payout
                   WHERE business_reference LIKE 's$instance-%'")
    [ "$created" = "${answers[$instance]:-0}" ] \
      || complain "service $instance: ${answers[$instance]:-0} answers of 201, but $created payouts"
    [ "${phones[$instance]:-}" != "$SILENT_PHONE" ] || continue
    pending=$(sql "SELECT count(*) FROM payout
                   WHERE business_reference LIKE 's$instance-%' AND status <> 'success'")
    [ "$pending" = 0 ] || complain "$pending payouts of service $instance did not end in success"
  done
  created=$(sql "SELECT count(*) FROM payout WHERE business_reference LIKE 'p-%'")
  [ "$created" = "$pgbench_payouts" ] \
    || complain "pgbench: $pgbench_payouts transactions, but $created payouts"
  unbalanced=$(sql "SELECT count(*) FROM ($(cat "$work/unbalanced.sql")) u")
  [ "$unbalanced" = 0 ] || complain "$unbalanced wallets differ from the sum of their transfers"
}

# median of the numbers of standard input
median() {
  sort -n | awk '{ v[NR] = $1 }
    END { if (NR) printf "%.2f", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# column <leg> <number>: that column of every round
column() {
  awk -v leg="$1" -v column="$2" '$1 == leg { print $column }' "$work/results"
}

# ratios <leg> <base> [<column>]: of their rates, or of that column, one a round
ratios() {
  awk -v leg="$1" -v base="$2" -v column="${3:-3}" '
    $1 == base { bases[$2] = $column } $1 == leg { values[$2] = $column }
    END { for (round = 1; round in values; round++)
            if (bases[round] > 0) printf "%.2f\n", values[round] / bases[round] }' "$work/results"
}

readonly COST_HEADS='postgres us  WAL bytes  blocks  HOT %  service us  others%  RSS MiB'

# The costs of a payout, medians over the rounds, under COST_HEADS.
cost_columns() {
  printf '%11.0f %10.0f %7.1f %6.1f %11.0f %8.0f %8.0f' "$(column "$1" 9 | median)" \
    "$(column "$1" 7 | median)" "$(column "$1" 12 | median)" "$(column "$1" 13 | median)" \
    "$(column "$1" 8 | median)" "$(column "$1" 10 | median)" "$(column "$1" 11 | median)"
}

# mean_batch <prefix> <time column>: rows of one statement share its time
mean_batch() {
  sql "SELECT coalesce(round(count(*)::numeric / nullif(count(DISTINCT $2), 0), 1), 0) FROM payout
       WHERE business_reference LIKE '$1-%' AND business_reference NOT LIKE '$1-0-%'"
}

# The machine and the software, as the first lines of a report.
conditions() {
  cat << TEXT

$("$java" -version 2>&1 | sed -n 2p)
$(psql --version), durable: fsync, synchronous_commit and full_page_writes are on
$(nproc) processors, $BUSINESSES businesses, $*

TEXT
}

verdict() {
  echo "Checks: $([ "$problems" = 0 ] \
    && echo "every 201 is one payout, every wallet the sum of its transfers, nothing else than 201" \
    || echo "$problems FAILED, see WRONG above")"
  [ "$problems" = 0 ] || fail "$problems checks failed"
}
