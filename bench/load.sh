# The legs of a round: wrk, pgbench, the constant rate. Sourced by common.sh; needs $work, $bench,
# fail, complain, sql, the instances of service.sh and the counters of costs.sh. Round 0 is a warm-up
# and is not reported.

readonly ACTIVE_PHONE=+254712345678 SILENT_PHONE=+254712345692
answers=()
# Of each instance, where it is not the active one.
phones=()
pgbench_payouts=0

# run_service <instance> <leg> <round> <seconds> <connections> [<phone>]
run_service() {
  local instance=$1 leg=$2 round=$3 seconds=$4 connections=$5 phone=${6:-$ACTIVE_PHONE}
  local rate answered refused broken p50 p99
  begin_leg
  post_payouts "$instance" "$leg" "$round" "$seconds" "$connections" "$phone" > "$work/wrk.log" 2>&1 \
    || fail "wrk failed: $(tail -n 3 "$work/wrk.log")"
  read -r _ rate answered refused broken p50 p99 < <(grep '^bench ' "$work/wrk.log")
  count_answers "$instance" "$answered" "$refused" "$broken" "$(grep -m 1 refusal "$work/wrk.log")"
  [ "$round" = 0 ] || end_leg "$leg" "$round" "$rate" "$p50" "$p99" "$answered" \
    "$(resident_megabytes "$instance")"
}

# post_payouts <instance> <leg> <round> <seconds> <connections> <phone>: wrk's report.
post_payouts() {
  # wrk's last two seconds are silent: see payouts.lua.
  BENCH_SECONDS=$4 BENCH_PREFIX="s$1-$3-$2" BENCH_PHONE=$6 BENCH_TOKENS=$(tokens) \
    wrk -t "$(($5 > 1 ? 2 : 1))" -c "$5" -d "$(($4 + 2))s" --timeout 10s --latency \
    -s "$bench/payouts.lua" "http://127.0.0.1:${service_ports[$1]}"
}

# run_pods <leg> <round> <seconds> <connections> <pods>: the first so many instances at once, each with
# its share of the connections. The latencies are the mean of the instances' medians, and the longest p99.
run_pods() {
  local leg=$1 round=$2 seconds=$3 share=$(($4 / $5)) pods=$5 pod clients=()
  local rates=0 p50s=0 longest=0 all=0 rate answered refused broken p50 p99
  begin_leg
  for ((pod = 0; pod < pods; pod++)); do
    post_payouts "$pod" "$leg" "$round" "$seconds" "$share" "$ACTIVE_PHONE" \
      > "$work/wrk-$pod.log" 2>&1 &
    clients+=($!)
  done
  for pod in "${!clients[@]}"; do
    wait "${clients[$pod]}" || fail "wrk failed: $(tail -n 3 "$work/wrk-$pod.log")"
    read -r _ rate answered refused broken p50 p99 < <(grep '^bench ' "$work/wrk-$pod.log")
    count_answers "$pod" "$answered" "$refused" "$broken" \
      "$(grep -m 1 refusal "$work/wrk-$pod.log")"
    all=$((all + answered))
    rates=$(awk "BEGIN { print $rates + $rate }")
    p50s=$(awk "BEGIN { print $p50s + $p50 / $pods }")
    longest=$(awk "BEGIN { print ($longest > $p99 ? $longest : $p99) }")
  done
  [ "$round" = 0 ] || end_leg "$leg" "$round" "$rates" "$p50s" "$longest" "$all" \
    "$(resident_megabytes 0)"
}

# run_reads <instance> <leg> <round> <seconds> <connections> <file of requests>
run_reads() {
  local instance=$1 leg=$2 round=$3 seconds=$4 connections=$5 requests=$6
  local rate answered refused broken p50 p99
  begin_leg
  BENCH_REQUESTS=$requests wrk -t 1 -c "$connections" -d "${seconds}s" --timeout 60s --latency \
    -s "$bench/reads.lua" "http://127.0.0.1:${service_ports[$instance]}" > "$work/wrk.log" 2>&1 \
    || fail "wrk failed: $(tail -n 3 "$work/wrk.log")"
  read -r _ rate answered refused broken p50 p99 < <(grep '^bench ' "$work/wrk.log")
  [ "$refused" = 0 ] || complain "$leg: $refused answers were not 200"
  [ "$broken" = 0 ] || complain "$leg: $broken requests were not answered"
  [ "$round" = 0 ] || end_leg "$leg" "$round" "$rate" "$p50" "$p99" "$answered" \
    "$(resident_megabytes "$instance")"
}

# write_partner_reads <file>: what partners read of the payouts that are there, one request a line, the
# token and the path, into <file>-read-one, -list-100 and -balance.
write_partner_reads() {
  sql "SELECT business_id || ' ' || business_reference FROM payout LIMIT 20000" \
    | awk 'FNR == NR { token[FNR] = $1; next }
           { print token[$1], "/business/transactions/" $2 }' "$(tokens)" - > "$1-read-one"
  awk '{ print $1, "/business/transactions?from=2000-01-01&to=2100-01-01&limit=100" }' \
    "$(tokens)" > "$1-list-100"
  awk '{ print $1, "/business/balance?currency=USD&purpose=payout" }' "$(tokens)" > "$1-balance"
}

count_answers() {
  local instance=$1 answered=$2 refused=$3 broken=$4 refusal=$5
  answers[instance]=$((${answers[instance]:-0} + answered))
  [ "$refused" = 0 ] || complain "$refused answers were not 201: $refusal"
  [ "$broken" = 0 ] || complain "$broken requests were not answered"
}

# run_rate <instance> <leg> <round> <seconds> <connections> <requests a second>: an open loop, where
# each request has its time, and waits from then on.
run_rate() {
  local instance=$1 leg=$2 round=$3 seconds=$4 connections=$5 wanted=$6
  local rate answered refused broken p50 p99
  begin_leg
  "$java" -Xmx256m "$bench/OpenLoop.java" "${service_ports[$instance]}" "$wanted" "$seconds" \
    "$connections" "$(tokens)" "s$instance-$round-$leg" "$ACTIVE_PHONE" > "$work/rate.log" 2>&1 \
    || fail "the load failed: $(tail -n 3 "$work/rate.log")"
  read -r _ rate answered refused broken p50 p99 < <(grep '^bench ' "$work/rate.log")
  count_answers "$instance" "$answered" "$refused" "$broken" "$(grep -m 1 refusal "$work/rate.log")"
  [ "$round" = 0 ] || end_leg "$leg" "$round" "$rate" "$p50" "$p99" "$answered" \
    "$(resident_megabytes "$instance")"
}

# Makes $work/create.sql, the very statement with which the service creates payouts: it is taken from
# PostgreSQL's log while instance 0, which leases for days, creates one payout.
write_create_script() {
  local answer id
  log_statements all
  answer=$(curl -s -H "Authorization: Bearer $(tail -n 1 "$(tokens)")" \
    -H 'Content-Type: application/json' -d "$(payout_named bench-capture)" \
    "http://127.0.0.1:${service_ports[0]}/business/payout/transfer")
  id=$(echo "$answer" | sed -n 's/.*"serviceReference":"\([^"]*\)".*/\1/p')
  [ -n "$id" ] || fail "the service does not create a payout: $answer"
  log_statements none
  awk -v id="$id" -v reference=bench-capture -v business="$BUSINESSES" -f "$bench/captured.awk" \
    "$work/postgres/log" > "$work/create.sql"
  [ -s "$work/create.sql" ] || fail "PostgreSQL's log has no statement that creates a payout"
  # Until the simulated rail has answered.
  sleep 3
}

# log_statements <which>: in PostgreSQL's log, with their parameters.
log_statements() {
  sql "ALTER SYSTEM SET log_statement = '$1'" > /dev/null
  sql "SELECT pg_reload_conf()" > /dev/null
  sleep 0.5
}

payout_named() {
  cat << JSON
{"senderCurrency":"USD","receiverCurrency":"KES","amount":1000,"senderFirstName":"Amina",
 "senderLastName":"Otieno","senderDob":"1990-04-12","senderIdType":"passport",
 "senderIdNumber":"A1234567","senderNationality":"KE","senderTelephoneNo":"+254700000001",
 "receiverFirstName":"Juma","receiverLastName":"Mwangi","relationship":"supplier",
 "payoutCountry":"KE","purposeOfTransfer":"business_payment","sourceOfFunds":"business_income",
 "businessReference":"$1","receiverPhone":"$ACTIVE_PHONE"}
JSON
}

# run_pgbench <leg> <script> <round> <seconds> <clients>
run_pgbench() {
  local leg=$1 script=$2 round=$3 seconds=$4 clients=$5 transactions rate
  pgbench_runs=$((${pgbench_runs:-0} + 1))
  begin_leg
  rm -rf "$work/pgbench" && mkdir "$work/pgbench"
  pgbench -n -M prepared -f "$script" -c "$clients" -j "$((clients > 1 ? 2 : 1))" -T "$seconds" \
    -D round="$pgbench_runs" -D number=0 -D businesses="$BUSINESSES" \
    --log --log-prefix="$work/pgbench/log" > "$work/pgbench.log" 2>&1 \
    || fail "pgbench failed: $(tail -n 3 "$work/pgbench.log")"
  transactions=$(sed -n 's/.*actually processed: \([0-9]*\).*/\1/p' "$work/pgbench.log")
  rate=$(sed -n 's/^tps = \([0-9]*\).*/\1/p' "$work/pgbench.log")
  [ "$leg" != create ] || pgbench_payouts=$((pgbench_payouts + transactions))
  # shellcheck disable=SC2046
  [ "$round" = 0 ] || end_leg "$leg" "$round" "$rate" $(pgbench_percentiles) "$transactions" 0
}

pgbench_percentiles() {
  cat "$work"/pgbench/log* | awk '{ print $3 }' | sort -n | awk '{ t[NR] = $1 }
    END { printf "%.2f %.2f", t[int(NR / 2) + 1] / 1000, t[int(NR * 0.99) + 1] / 1000 }'
}
