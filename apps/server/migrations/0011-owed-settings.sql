-- Settings that a device was away for.

-- Since when a command that was given up is owed to its device: nobody had heard the device when time ran out, and what
-- lasts of it is told again once somebody does. Null where it is not owed, or has been told since.
alter table downlink add owed_since timestamptz;
create index downlink_owed on downlink (device_id) where owed_since is not null;
