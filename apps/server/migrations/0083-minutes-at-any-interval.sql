-- Minutes are counted alike at any interval of a tag (decisions/0114): what lies between two readings without a gap has the
-- value of the earlier. The stored hours whose readings are kept are counted again by a job, the newest first; until then
-- they show what they showed before.

-- The longest time to the device's reading beside it that is no gap, by the interval in force at this one; null for other devices, and
-- for what was stored before: there the interval that the reading says counts.
alter table reading add column gap_seconds smallint;

-- Of the heart level (本人のレベル); null where the readings were gone before it was counted.
alter table hourly_summary
  add column heart_level_max smallint,
  add column heart_level1_minutes smallint,
  add column heart_level2_minutes smallint,
  add column heart_level3_minutes smallint;

-- Stored hours that are to be counted again by another rule; meanwhile they are read as they are.
create table summary_recount (
  company_id integer not null,
  user_id    integer not null,
  hour       timestamptz not null,
  primary key (company_id, user_id, hour)
);
select place_table('summary_recount');
alter table summary_recount add foreign key (company_id, user_id) references app_user (company_id, user_id);
create index summary_recount_hour on summary_recount (hour);

do $$
declare
  -- Before this the readings are gone, and the summary is kept as it was.
  oldest timestamptz := (
    select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC'
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass);
  marked bigint;
begin
  raise notice 'hourly summaries: those whose readings are kept are being marked';
  -- A slow tag may stand for the whole hours between two of its readings, which have no summary yet.
  insert into summary_recount (company_id, user_id, hour)
  select h.company_id, h.user_id, x.hour
    from (select s.company_id, s.user_id, s.hour, lead(s.hour) over (partition by s.company_id, s.user_id order by s.hour) as next
            from (select distinct d.company_id, d.user_id, d.hour from hourly_summary d where d.hour >= oldest) s) h
   cross join lateral generate_series(
     h.hour, case when h.next <= h.hour + interval '3 hours' then h.next - interval '1 hour' else h.hour end, interval '1 hour') as x (hour);
  get diagnostics marked = row_count;
  raise notice 'hourly summaries: % will be counted again from the readings, the newest first', marked;
end $$;
