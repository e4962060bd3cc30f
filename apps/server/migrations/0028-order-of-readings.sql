-- A reading up to four hours late is put in its place, and the worker is judged again from the stored readings
-- (decisions/0033). What they were judged with besides the heat value stays with them.
alter table reading
  add column interval_minutes real,
  -- How near the source of the heat value was: 0 the nearest, 2 the farthest.
  add column wbgt_rank smallint;

-- A worker's state before the first reading of an hour; a few are kept. The time is that of the state.
create table worker_checkpoint (
  company_id integer not null,
  user_id    integer not null,
  at         timestamptz not null,
  judge      json not null,
  primary key (company_id, user_id, at),
  foreign key (company_id, user_id) references app_user
);

-- Late readings correct an episode, or show that it did not happen: it stays on record, withdrawn.
alter table alert add column withdrawn boolean not null default false;
alter table alert_event drop constraint alert_event_event_check;
alter table alert_event add constraint alert_event_event_check check (event in
  ('opened', 'raised', 'lowered', 'ended', 'reopened', 'handedOver', 'corrected', 'withdrawn', 'acknowledged', 'responding', 'closed'));
