-- Devices by the ten thousand: taken in from a file, sorted and found by their serials.

-- Serials are plain letters and digits. Compared as such and not as Japanese, they cost a fraction in every index, sort
-- and file.
alter table device alter column serial type text collate "C";

-- State rows for all devices of a statement at once: one by one they took longer than the devices themselves.
drop trigger device_has_state on device;
create or replace function create_device_state() returns trigger language plpgsql as $$
begin
  insert into device_state (device_id) select made.device_id from made;
  return null;
end $$;
create trigger device_has_state after insert on device
  referencing new table as made for each statement execute function create_device_state();

-- State rows come and go with their devices by triggers alone; that a device is there need not be asked again for each.
alter table device_state drop constraint device_state_device_id_fkey;
create function delete_device_state() returns trigger language plpgsql as $$
begin
  delete from device_state s using gone where s.device_id = gone.device_id;
  return null;
end $$;
create trigger device_takes_state after delete on device
  referencing old table as gone for each statement execute function delete_device_state();

-- The log keeps what it names, whatever becomes of it: people, like the places beside them, are no foreign keys.
alter table audit_log drop constraint audit_log_user_id_fkey;
