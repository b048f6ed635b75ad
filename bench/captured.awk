# Makes a script of pgbench from PostgreSQL's log: the statement that created the payout with the id
# `id` and the reference `reference`, with the values that it had then. Only id, reference and the
# number `business`, which is the id of its business, key and wallet, become variables.

# A statement takes several lines, of which all but the first begin with a tab.
/^\t/ { entry = entry "\n" substr($0, 2); next }
{ look(); previous = entry; entry = $0 }
END { look() }

function look() {
  if (found || entry !~ /DETAIL: +parameters: / || !index(entry, reference) || !index(entry, id)) return
  found = 1
  read_values(entry)
  print "\\set business_id random(1, :businesses)"
  print "\\set number :number + 1"
  print "\\set unique (:round * 1000000000 + :number) * 1000 + :client_id"
  sub(/^[^\n]*LOG: +execute [^:]*: /, "", previous)
  print with_values(previous) ";"
}

function read_values(text, name) {
  while (match(text, /\$[0-9]+ = ('([^']|'')*'|NULL)/)) {
    name = substr(text, RSTART, index(substr(text, RSTART), " ") - 1)
    values[name] = value(substr(text, RSTART + length(name) + 3, RLENGTH - length(name) - 3))
    text = substr(text, RSTART + RLENGTH)
  }
}

function value(literal, plain) {
  plain = substr(literal, 2, length(literal) - 2)
  if (plain == id) return new_id
  if (plain == "{" id "}") return "ARRAY[" new_id "]::uuid[]"
  if (plain == reference) return "('p-' || :unique)"
  if (plain == "{" reference "}") return "ARRAY['p-' || :unique]"
  if (plain == business) return ":business_id"
  if (plain == "{" business "}") return "ARRAY[:business_id]::bigint[]"
  return literal
}

function with_values(text, result, name) {
  while (match(text, /\$[0-9]+/)) {
    name = substr(text, RSTART, RLENGTH)
    result = result substr(text, 1, RSTART - 1) (name in values ? values[name] : name)
    text = substr(text, RSTART + RLENGTH)
  }
  return result text
}

# Ordered by time, as the service's ids are.
BEGIN { new_id = "(lpad(to_hex(:unique::bigint), 12, '0') || '70008000000000000000')::uuid" }
