-- How often authentication failed in a minute: from an address, and for a key from an address.
-- The subject is a hash of them: of a guesser's words nothing is kept, and each row is as small as
-- the next.
CREATE TABLE failed_authentication (
  subject   uuid        NOT NULL,
  starts_at timestamptz NOT NULL,
  failures  integer     NOT NULL CHECK (failures > 0),
  PRIMARY KEY (subject, starts_at)
);
CREATE INDEX failed_authentication_age ON failed_authentication (starts_at);
