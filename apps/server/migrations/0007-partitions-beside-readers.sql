-- Making a partition the short way locks `reading` against everybody: behind a backup it would wait for hours, and every
-- reading behind it. A table made apart and attached hinders neither reading nor writing.
create or replace function ensure_reading_partition(instant timestamptz) returns text language plpgsql as $$
declare
  starts timestamptz := date_trunc('week', instant, 'UTC');
  partition text := 'reading_' || to_char(starts at time zone 'UTC', 'YYYYMMDD');
begin
  if to_regclass(partition) is null then
    perform pg_advisory_xact_lock(hashtext('ensure_reading_partition'));
    -- Whoever held the lock before may have made it.
    if to_regclass(partition) is null then
      execute format('create table %I (like reading including defaults including constraints including indexes)', partition);
      execute format('alter table reading attach partition %I for values from (%L) to (%L)',
        partition, starts, starts + interval '7 days');
    end if;
  end if;
  return partition;
end $$;
