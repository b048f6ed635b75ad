# The service's instances, each with settings of its own, on the database in use. Sourced by
# common.sh; needs $work, $root, fail and free_port. Instances are numbered from 0.

service_pids=()
service_ports=()
ready_milliseconds=
# Payouts to a silent rail stay where they are for the whole run.
readonly HOLDS_ONLY_OPTIONS="-Dpayments.payout.settlement.lease=72h \
  -Dpayments.payout.settlement.rail-timeout=24h -Dpayments.payout.settlement.max-in-flight=100000000 \
  -Dpayments.payout.settlement.shutdown-timeout=100ms"

now_milliseconds() {
  local time=${EPOCHREALTIME/[.,]/}
  echo $((time / 1000))
}

# start_service <option>...: settings as -Dname=value or other options of java. Where the first is
# the path of an executable, that is started instead of java; where it is a directory, the service
# that is built there.
start_service() {
  local number=${#service_pids[@]} port before program=("$java") jar
  jar=(-jar "$root/target/quarkus-app/quarkus-run.jar")
  if [ -d "${1:-}" ]; then
    jar=(-jar "$1/target/quarkus-app/quarkus-run.jar")
    shift
  elif [ -f "${1:-}" ] && [ -x "$1" ]; then
    program=("$1") jar=()
    shift
  fi
  port=$(free_port)
  before=$(now_milliseconds)
  DB_URL="postgresql://127.0.0.1:$PGPORT/$PGDATABASE" DB_USERNAME=$PGUSER DB_PASSWORD=$PGPASSWORD \
    JWT_PRIVATE_KEY_FILE=$work/token-private.pem JWT_PUBLIC_KEY_FILE=$work/token-public.pem \
    PAYMENTS_ENCRYPTION_KEYS=$(cat "$work/encryption-keys") \
    PAYMENTS_OPERATOR_KEY=op_bench PAYMENTS_OPERATOR_SECRET=$operator_secret \
    "${program[@]}" -Dquarkus.http.host=127.0.0.1 -Dquarkus.http.port="$port" \
    -Dpayments.environment=test -Dpayments.rate-limit-per-minute="$RATE_LIMIT" \
    -Dpayments.token.lifetime=86400s "$@" "${jar[@]}" > "$work/service-$number.log" 2>&1 &
  service_pids+=($!)
  service_ports+=("$port")
  await_ready "$number" "$before"
}

await_ready() {
  local number=$1 before=$2
  until curl -sf -o /dev/null "http://127.0.0.1:${service_ports[$number]}/q/health/ready"; do
    kill -0 "${service_pids[$number]}" 2> /dev/null && [ $(($(now_milliseconds) - before)) -lt 60000 ] \
      || fail "the service does not get ready: $(tail -n 5 "$work/service-$number.log")"
    sleep 0.01
  done
  ready_milliseconds=$(($(now_milliseconds) - before))
}

stop_services() {
  local pid
  for pid in "${service_pids[@]}"; do
    kill "$pid" 2> /dev/null && wait "$pid" 2> /dev/null || true
  done
  service_pids=()
  service_ports=()
}

resident_megabytes() {
  ps -o rss= -p "${service_pids[$1]}" | awk '{ printf "%d", $1 / 1024 }'
}
