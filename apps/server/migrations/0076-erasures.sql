-- Erasures of one person's data, what they did to the sealed log, and holds that refuse them
-- (decisions/0077-erasing-a-person.md).

-- The ledger: who was erased, by number alone. A copy of it lies beside the files, since restoring an older backup loses these rows.
create table erasure (
  company_id  integer not null,
  erasure_id  uuid not null,
  user_id     integer not null,
  erased_at   timestamptz not null,
  -- When it was done in this database: later than the above where a backup was restored.
  noted_at    timestamptz not null,
  -- Keyed digest of the account, so that a restored database in which somebody else has the number is not taken for it.
  salt        bytea not null,
  account     bytea not null,
  -- What the person was called, sealed, as long as requests may be under way that know it; then null.
  marks       bytea,
  sweeps      smallint not null default 0,
  -- Whether the copy has it.
  copied      boolean not null default false,
  primary key (company_id, erasure_id),
  unique (company_id, user_id)
);
select place_table('erasure');
alter table erasure add foreign key (company_id) references company on delete cascade;
create index erasure_swept on erasure (company_id, noted_at) where marks is not null;
create index erasure_copied on erasure (company_id) where not copied;

-- What the log says of one account, and who took files: read where somebody is to be erased.
create index audit_log_person on audit_log (company_id, resource_id) where resource = 'user';
create index audit_log_export on audit_log (company_id, at) where action = 'export';

-- What an erasure changed in sealed entries of the log. The entry that records the erasure holds a digest of these rows.
create table erased_entry (
  company_id  integer not null,
  -- The entry that records the erasure.
  erase_id    bigint not null,
  audit_id    bigint not null,
  -- Identifying fields that were removed together with their salts.
  paths       text[] not null,
  -- Digest of the entry as it is since then, where more than such fields was changed.
  rewritten   bytea,
  primary key (company_id, erase_id, audit_id)
);
select place_table('erased_entry');
alter table erased_entry add foreign key (company_id) references company on delete cascade;

-- Until when a person's data must not be erased or deleted, and why.
create table person_hold (
  company_id  integer not null,
  user_id     integer not null,
  reason      text not null,
  -- The last day in Japan on which it holds.
  ends_on     date not null,
  held_at     timestamptz not null,
  -- Who set it may be of the provider's company, so they are named.
  held_by     integer not null,
  held_by_name text not null,
  primary key (company_id, user_id)
);
select place_table('person_hold');
alter table person_hold
  add foreign key (company_id) references company on delete cascade,
  add foreign key (company_id, user_id) references app_user on delete cascade;
