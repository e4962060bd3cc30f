-- How the ingest keys are shared out over the sessions at a broker outside: one row for all processes.
create table broker_layout (
  only_row      boolean primary key default true check (only_row),
  -- So many shares are read now; 1 is the one session for all keys that every release before had.
  shares        smallint not null check (shares > 0),
  -- What the process that was started last was told.
  wanted_shares smallint not null check (wanted_shares > 0),
  -- What is being moved to.
  next_shares   smallint check (next_shares > 0),
  -- The sessions of before are being emptied.
  is_leaving    boolean not null default false check (not is_leaving or next_shares is not null)
);
insert into table_place (name, place) values ('broker_layout', 'coordinator');
select place_table('broker_layout');
insert into broker_layout (shares, wanted_shares) values (1, 1);

-- When the broker was first known to collect what a key sends, where each key has its own subscription.
alter table ingest_key add subscribed_at timestamptz;
