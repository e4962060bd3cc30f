-- Reads of one minute from two addresses are two lines: one who reads with somebody else's key beside its owner shows.
alter table read_key_use drop constraint read_key_use_pkey;
alter table read_key_use add constraint read_key_use_pkey primary key (company_id, key_id, minute, method, path, result, address);
-- The newest of all companies, for the service's administrators.
create index read_key_use_newest on read_key_use (last_at desc);
