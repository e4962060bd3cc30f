-- Devices by the ten thousand: taken in from a file, found by their serials.

-- State rows for all devices of a statement at once: one by one they took longer than the devices themselves.
drop trigger device_has_state on device;
create or replace function create_device_state() returns trigger language plpgsql as $$
begin
  insert into device_state (device_id) select made.device_id from made;
  return null;
end $$;
create trigger device_has_state after insert on device
  referencing new table as made for each statement execute function create_device_state();

-- Whoever looks after several sites names a device by its serial alone.
create index device_serial on device (serial);
