# The claims about a run, and its figures. Sourced by run; needs $work, $chaos, fail
# and bench/postgres.sh.

# How old the rates are at most that a pod goes by (payments.fx.max-age).
RATE_SECONDS=60

# claim <what> <how many break it>
claim() {
  local verdict=holds
  [ "$2" = 0 ] || { verdict="WRONG: $2" && problems=1; }
  printf '  %-76s %s\n' "$1" "$verdict"
}

# in_books <psql arguments>: with the claims at hand, as the view claim.
in_books() {
  (cd "$work" && psql -X -q -At -F $'\t' -v ON_ERROR_STOP=1 \
    -v "rate_age=$((RATE_SECONDS + FREEZE_SECONDS))" -f "$chaos/books.sql" \
    -f "$chaos/verify.sql" "$@")
}

verify() {
  local what wrong
  echo "Claims:"
  in_books -c 'SELECT * FROM claim' > "$work/claims" || fail "verify.sql failed"
  while IFS=$'\t' read -r what wrong; do claim "$what" "$wrong"; done < "$work/claims"
}

# Claims that hold for altered rows too say nothing.
doubt() {
  local alteration finders
  echo "Alterations of the rows, each undone again, by how many claims they are found:"
  in_books -f "$chaos/alterations.sql" > "$work/alterations" || fail "alterations.sql failed"
  while IFS=$'\t' read -r alteration finders; do
    case $finders in
      'not found') finders="NOT FOUND" && problems=1 ;;
      'no such row') ;;
      *) finders=$(awk -F ' [|] ' '{ print NF }' <<< "$finders") ;;
    esac
    printf '  %-76s %s\n' "$alteration" "$finders"
  done < "$work/alterations"
}

# Of payouts paid at a rate that was not in force any more, another rate would have been wrong.
BOOKED="
  SELECT 'payouts', count(*) FROM payout
  UNION ALL
  SELECT '  of them across currencies', count(*) FROM payout
  WHERE sender_currency <> receiver_currency
  UNION ALL
  SELECT '  pairs of currencies',
         count(DISTINCT (sender_currency, receiver_currency)) FROM payout
  WHERE sender_currency <> receiver_currency
  UNION ALL
  SELECT '  of them paid after their rate had changed', count(*) FROM payout p
  WHERE p.status = 'success' AND EXISTS (
    SELECT FROM fx_rate r
    WHERE r.from_currency = p.sender_currency AND r.to_currency = p.receiver_currency
      AND r.effective_from > p.created_at AND r.effective_from <= p.updated_at)
  UNION ALL
  SELECT 'returns', count(*) FROM payout_return
  UNION ALL
  SELECT '  of them across currencies', count(*)
  FROM payout_return r JOIN payout p ON p.id = r.payout_id
  WHERE p.sender_currency <> p.receiver_currency
  UNION ALL
  SELECT 'collections', count(*) FROM collection"

report() {
  local received distinct
  received=$(wc -l < "$work/told")
  distinct=$(cut -f 3 "$work/told" | sort -u | wc -l)
  echo "Figures:"
  {
    printf 'seconds\t%s\n' "$SECONDS_OF_CHAOS"
    cat "$work/figures"
    printf 'pods killed\t%s\npods stopped\t%s\npods frozen\t%s\npods started again\t%s\n' \
      "$kills" "$stops" "$freezes" "$starts"
    printf 'PostgreSQL killed or restarted at once\t%s\n' "$blows"
    printf 'webhooks\t%s\n  of them repeated\t%s\n' "$received" $((received - distinct))
    sql "$BOOKED" | tr '|' '\t'
    printf 'errors in the logs of the pods\t%s\n' "$(cat "$work"/pod-*.log | grep -c ' ERROR ' || true)"
  } | while IFS=$'\t' read -r name value; do printf '  %-76s %s\n' "$name" "$value"; done
}
