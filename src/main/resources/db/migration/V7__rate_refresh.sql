-- The refresh of rates of each day, once over all pods: a pod that attempts it takes it until
-- `next_attempt_at`; `done_at` is when all rates were there.
CREATE TABLE fx_refresh (
  day             date        PRIMARY KEY,
  attempts        integer     NOT NULL CHECK (attempts > 0),
  next_attempt_at timestamptz NOT NULL,
  done_at         timestamptz
);
