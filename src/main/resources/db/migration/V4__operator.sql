-- What operators did, to what, when, and what it was before and after (secrets masked).
CREATE TABLE audit_entry (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  operator   text        NOT NULL,
  action     text        NOT NULL,
  subject    text        NOT NULL,
  before     jsonb,
  after      jsonb,
  request_id text        NOT NULL
);
CREATE INDEX audit_entry_of_subject ON audit_entry (subject, id);
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
