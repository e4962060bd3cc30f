-- The log's entries stand in chains, each made of what a company changed, or of who looked at its people's health: a job
-- gives every committed entry its place in its chain and the hash of itself and of all before it.
alter table audit_log
  add column chain    text not null default 'change' check (chain in ('change', 'read')),
  add column chain_no bigint,
  add column hash     bytea,
  add constraint audit_log_sealed check ((chain_no is null) = (hash is null));
create unique index audit_log_chain on audit_log (company_id, chain, chain_no);
create index audit_log_unsealed on audit_log (audit_id) where chain_no is null;
-- Who looked at whom in the last minutes.
create index audit_log_read on audit_log (company_id, user_id, at desc) where chain = 'read';

-- Where each chain ends, and what was before its first entry once old ones were removed.
create table audit_chain (
  company_id  integer not null,
  chain       text not null,
  last_no     bigint not null,
  last_hash   bytea not null,
  pruned_no   bigint not null default 0,
  pruned_hash bytea not null default '',
  primary key (company_id, chain)
);
