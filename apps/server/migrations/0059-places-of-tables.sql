-- Where rows lie when the database is a cluster of several nodes (Citus); on one server all of this does nothing
-- (decisions/0061-a-cluster-of-databases.md). A customer's table is divided by company. These are not:
create table table_place (
  name  text primary key,
  -- everywhere: each node has all of it, so that divided tables may point to it; it is written only while all nodes answer.
  -- coordinator: one copy, to which nothing divided points; it is written whatever becomes of the other nodes.
  place text not null check (place in ('everywhere', 'coordinator'))
);
insert into table_place (name, place) values
  ('company', 'everywhere'),
  ('login', 'everywhere'),
  ('login_failure', 'coordinator'),
  ('product_secret', 'coordinator'),
  ('public_wbgt', 'coordinator'),
  ('schema_migration', 'coordinator'),
  ('table_place', 'coordinator');

-- Puts a table of a cluster where it belongs. Nothing may point to it or from it yet.
create function lay_table(wanted text) returns void language plpgsql as $$
declare
  decided text := (select t.place from table_place t where t.name = wanted);
  divided text := (select p.logicalrelid::text from pg_dist_partition p where p.partmethod = 'h' order by 1 limit 1);
begin
  if decided = 'everywhere' then
    perform create_reference_table(wanted::regclass);
  elsif decided is null then
    -- All rows of a company are neighbours, whatever their table.
    perform create_distributed_table(wanted::regclass, 'company_id', colocate_with => coalesce(divided, 'none'));
  end if;
  if decided is distinct from 'coordinator' then
    -- What it held before it was laid out would stay here unseen.
    perform truncate_local_data_after_distributing_table(wanted::regclass);
  end if;
end
$$;

-- What a migration calls for each table that it makes, before it makes the foreign keys of it. Where nothing is laid out
-- yet, the product does it for all tables when it starts.
create function place_table(wanted text) returns void language plpgsql as $$
begin
  if to_regclass('pg_dist_partition') is null then return; end if;
  if exists (select from pg_dist_partition p where p.logicalrelid = 'company'::regclass) then perform lay_table(wanted); end if;
end
$$;
