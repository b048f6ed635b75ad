-- Posts payouts for BENCH_SECONDS, each with a reference of its own (BENCH_PREFIX, thread, number),
-- for businesses picked at random by their tokens (BENCH_TOKENS, one a line). With BENCH_RECEIVERS each
-- asks for a webhook at one of so many addresses of the host (127.0.1.100 and up), at the port
-- BENCH_RECEIVER_PORT; with BENCH_FAILING every other business at this path, of two letters, which fails.
-- With BENCH_KEYS=yes each has an idempotency key of its own, the reference. With BENCH_ITEMS a request is a
-- batch of so many.
-- After that no request follows, so that when wrk ends nothing is under way and
-- every payout has had its answer.

local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds; long nanoseconds; } bench_time;
  int clock_gettime(int clock, bench_time *time);
]])
local MONOTONIC = 1
local A_LONG_TIME_MS = 3600000

local threads = {}

function setup(thread)
  table.insert(threads, thread)
  thread:set("number", #threads)
end

local heads = {}
local buffer = ffi.new("bench_time")
local starts_at = nil
local sent = 0
answered, in_time, refused, refusal = 0, 0, 0, ""

local function now()
  ffi.C.clock_gettime(MONOTONIC, buffer)
  return tonumber(buffer.seconds) + tonumber(buffer.nanoseconds) / 1e9
end

local function is_over()
  return starts_at ~= nil and now() - starts_at >= seconds
end

-- All of one length.
local function callback(business)
  if receivers == 0 then
    return ""
  end
  return string.format(',"callbackUrl":"http://127.0.1.%d:%s/%s"', 99 + math.random(receivers),
    receiver_port, failing ~= "" and business % 2 == 1 and failing or "ok")
end

local function body_of(reference, business)
  return '{"senderCurrency":"USD","receiverCurrency":"KES","amount":1000,'
    .. '"senderFirstName":"Amina","senderLastName":"Otieno","senderDob":"1990-04-12",'
    .. '"senderIdType":"passport","senderIdNumber":"A1234567","senderNationality":"KE",'
    .. '"senderTelephoneNo":"+254700000001","receiverFirstName":"Juma",'
    .. '"receiverLastName":"Mwangi","relationship":"supplier","payoutCountry":"KE",'
    .. '"purposeOfTransfer":"business_payment","sourceOfFunds":"business_income",'
    .. '"businessReference":"' .. reference .. '","receiverPhone":"' .. phone .. '"'
    .. callback(business) .. '}'
end

local function next_reference()
  sent = sent + 1
  return string.format("%s-%d-%09d", prefix, number, sent)
end

local function item_of(reference, business)
  return '{"kind":"transfer",' .. body_of(reference, business):sub(2)
end

local function batch(business)
  local parts = {}
  for item = 1, items do
    parts[item] = item_of(next_reference(), business)
  end
  return '{"items":[' .. table.concat(parts, ",") .. "]}"
end

function init()
  seconds = tonumber(os.getenv("BENCH_SECONDS"))
  prefix = os.getenv("BENCH_PREFIX")
  phone = os.getenv("BENCH_PHONE")
  receivers = tonumber(os.getenv("BENCH_RECEIVERS") or 0)
  receiver_port = os.getenv("BENCH_RECEIVER_PORT")
  failing = os.getenv("BENCH_FAILING") or ""
  keyed = os.getenv("BENCH_KEYS") == "yes"
  math.randomseed(os.time() * 100 + number)
  items = tonumber(os.getenv("BENCH_ITEMS") or 0)
  local first = string.format("%s-%d-%09d", prefix, number, 0)
  local path = items > 0 and "/business/payouts/bulk" or "/business/payout/transfer"
  local length = items > 0 and #'{"items":[]}' + items * (#item_of(first, 0) + 1) - 1
    or #body_of(first, 0)
  for token in io.lines(os.getenv("BENCH_TOKENS")) do
    table.insert(heads, "POST " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
      .. "Authorization: Bearer " .. token .. "\r\nContent-Type: application/json\r\n"
      .. "Content-Length: " .. length .. "\r\n")
  end
end

-- wrk asks for the wait before each request, and only then for the request.
function delay()
  return is_over() and A_LONG_TIME_MS or 0
end

function request()
  starts_at = starts_at or now()
  local business = math.random(#heads)
  if items > 0 then
    return heads[business] .. "\r\n" .. batch(business)
  end
  local reference = next_reference()
  local key = keyed and "Idempotency-Key: " .. reference .. "\r\n" or ""
  return heads[business] .. key .. "\r\n" .. body_of(reference, business)
end

function response(status, headers, body)
  if status == 201 then
    local created = items > 0 and tonumber(body:match('"created":(%d+)')) or 1
    answered = answered + created
    if not is_over() then
      in_time = in_time + created
    end
    if items > created then
      refused = refused + items - created
      refusal = body:match('"refusal":{.-}') or body
    end
  else
    refused = refused + 1
    refusal = status .. " " .. body
  end
end

function done(summary, latency)
  local sums = { answered = 0, in_time = 0, refused = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sums) do
      sums[name] = sums[name] + thread:get(name)
    end
    if thread:get("refused") > 0 then
      print("refusal: " .. thread:get("refusal"))
    end
  end
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write
    + summary.errors.timeout
  print(string.format("bench %.0f %d %d %d %.2f %.2f",
    sums.in_time / threads[1]:get("seconds"), sums.answered, sums.refused, broken,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
