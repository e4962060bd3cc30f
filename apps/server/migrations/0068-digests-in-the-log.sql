-- Entries sealed from now on are chained by a salted digest of each field that identifies somebody instead of the field itself,
-- so that field and salt can be removed and the chain still holds: { path: { salt, digest } }. Null in entries sealed before,
-- which are chained whole (decisions/0059-the-record.md).
alter table audit_log add column digests jsonb;
