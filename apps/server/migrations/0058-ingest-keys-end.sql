-- A key may end by itself. Whoever administers it is told before.
alter table ingest_key
  -- The first instant at which it is no longer good: the beginning of a day in Japan.
  add ends_at          timestamptz,
  -- How many days before its end the last notice was sent.
  add told_days_before smallint;
create index ingest_key_ends on ingest_key (ends_at) where revoked_at is null;
