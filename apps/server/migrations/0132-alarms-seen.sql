-- Alarms that reach nobody are over once no process has seen it for a while, which each of them must be able to tell.
alter table operation_state
  -- When a process last saw it, by the database's clock; of the alarms alone.
  add column seen_at timestamptz,
  -- Why, in sentences that name no people; of the alarms alone.
  add column reasons text[] not null default '{}';
