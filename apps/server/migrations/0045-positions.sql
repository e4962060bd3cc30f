-- When the last position of a person, or of what they wear, was taken, and within how many metres it holds where the
-- device says so. A position from before this was taken with the last reading at the latest.
alter table worker_state add column position_at timestamptz, add column accuracy real;
alter table device_state add column position_at timestamptz, add column accuracy real;
update worker_state set position_at = last_at where latitude is not null and longitude is not null;
update device_state set position_at = last_at where latitude is not null and longitude is not null;
