-- Reads what the file BENCH_REQUESTS says, one request a line: the token and the path. In order, from
-- a place picked at random.

local requests = {}
local at = 0
answered, refused = 0, 0
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init()
  for line in io.lines(os.getenv("BENCH_REQUESTS")) do
    local token, path = line:match("^(%S+) (%S+)$")
    table.insert(requests, "GET " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
      .. token .. "\r\n\r\n")
  end
  math.randomseed(os.time())
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function response(status)
  if status == 200 then
    answered = answered + 1
  else
    refused = refused + 1
  end
end

function done(summary, latency)
  local sums = { answered = 0, refused = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sums) do
      sums[name] = sums[name] + thread:get(name)
    end
  end
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write
    + summary.errors.timeout
  print(string.format("bench %.1f %d %d %d %.3f %.3f", sums.answered / (summary.duration / 1e6),
    sums.answered, sums.refused, broken, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000))
end
