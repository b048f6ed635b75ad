# The service's pods and the proxy in front of them. Sourced by run; needs $work, $root and fail.

pod_pids=()
pod_ports=()
proxy_pid=

# start_pod <number>: at the same port each time, without waiting for it to be ready.
start_pod() {
  local number=$1
  # shellcheck disable=SC2086
  DB_URL="postgresql://127.0.0.1:$PGPORT/$PGDATABASE" DB_USERNAME=$PGUSER DB_PASSWORD=$PGPASSWORD \
    JWT_PRIVATE_KEY_FILE=$work/token-private.pem JWT_PUBLIC_KEY_FILE=$work/token-public.pem \
    PAYMENTS_ENCRYPTION_KEYS=$(cat "$work/encryption-keys") \
    "$java" $JAVA_OPTIONS \
    -Dquarkus.http.host=127.0.0.1 -Dquarkus.http.port="${pod_ports[$number]}" \
    -Dpayments.environment=test -Dpayments.rate-limit-per-minute=100000000 \
    -Dquarkus.shutdown.delay=2s \
    -Dpayments.payout.settlement.rail-timeout=3s -Dpayments.payout.settlement.lease=8s \
    -Dpayments.collection.settlement.rail-timeout=3s -Dpayments.collection.settlement.lease=8s \
    -Dpayments.collection.expires-after=60s -Dpayments.collection.shortest-prompt=10s \
    -jar "$root/target/quarkus-app/quarkus-run.jar" >> "$work/pod-$number.log" 2>&1 &
  pod_pids[number]=$!
}

await_pod() {
  local number=$1 deadline=$((SECONDS + START_SECONDS))
  until curl -sf -m 5 -o /dev/null "http://127.0.0.1:${pod_ports[$number]}/q/health/ready"; do
    kill -0 "${pod_pids[$number]}" 2> /dev/null && [ "$SECONDS" -lt "$deadline" ] \
      || fail "pod $number does not get ready: $(tail -n 5 "$work/pod-$number.log")"
    sleep 0.2
  done
}

# end_pod <number> <signal>: and waits until it is gone.
end_pod() {
  local pid=${pod_pids[$1]}
  kill -s "$2" "$pid" 2> /dev/null || true
  wait "$pid" 2> /dev/null || true
}

# freeze_pod <number> <seconds>: it thaws with all that it was about to do.
freeze_pod() {
  local pid=${pod_pids[$1]}
  kill -s STOP "$pid" 2> /dev/null || true
  sleep "$2"
  kill -s CONT "$pid" 2> /dev/null || true
}

start_proxy() {
  cat > "$work/haproxy.cfg" << CFG
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  timeout check 1s
  timeout queue 2s
  # A request that reached a pod is the client's to repeat: only it knows the reference.
  retries 3
  retry-on conn-failure
  option redispatch 1

frontend partners
  bind 127.0.0.1:$proxy_port
  default_backend pods

backend pods
  balance roundrobin
  option httpchk GET /q/health/ready
  http-check expect status 200
  default-server check inter 300ms fall 1 rise 1
CFG
  local number
  for number in "${!pod_ports[@]}"; do
    echo "  server pod-$number 127.0.0.1:${pod_ports[$number]}" >> "$work/haproxy.cfg"
  done
  haproxy -db -f "$work/haproxy.cfg" > "$work/haproxy.log" 2>&1 &
  proxy_pid=$!
}

stop_pods() {
  local pid
  for pid in ${proxy_pid:+"$proxy_pid"} "${pod_pids[@]}"; do
    kill "$pid" 2> /dev/null || true
    kill -s CONT "$pid" 2> /dev/null || true
  done
  for pid in ${proxy_pid:+"$proxy_pid"} "${pod_pids[@]}"; do
    wait "$pid" 2> /dev/null || true
  done
  proxy_pid=
  pod_pids=()
}
