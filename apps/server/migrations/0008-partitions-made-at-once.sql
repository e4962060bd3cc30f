-- Of two that wanted the same partition at once, the second failed: to_regclass() remembers, within a transaction, that
-- there was none. A query of its own sees what the first has committed meanwhile.
create or replace function ensure_reading_partition(instant timestamptz) returns text language plpgsql as $$
declare
  starts timestamptz := date_trunc('week', instant, 'UTC');
  partition text := 'reading_' || to_char(starts at time zone 'UTC', 'YYYYMMDD');
begin
  if to_regclass(partition) is null then
    perform pg_advisory_xact_lock(hashtext('ensure_reading_partition'));
    if not exists (select from pg_class c where c.relname = partition and c.relnamespace = current_schema()::regnamespace) then
      execute format('create table %I (like reading including defaults including constraints including indexes)', partition);
      execute format('alter table reading attach partition %I for values from (%L) to (%L)',
        partition, starts, starts + interval '7 days');
    end if;
  end if;
  return partition;
end $$;
