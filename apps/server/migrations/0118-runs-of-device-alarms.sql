-- The alarms that devices judged themselves, of the last two days: pending until their window is over, then an alert, or
-- cancelled by their device before (decisions/0148-device-alarms.md).
create table device_alarm (
  company_id   integer not null,
  alarm_id     bigint not null generated always as identity,
  device_id    integer not null,
  kind         text not null,
  -- Whose alarm it is: the wearer's and their office's, or of a device that nobody wears its own office's.
  office_id    integer not null,
  user_id      integer,
  gateway_id   integer,
  -- The first and the last of its readings, by corrected time.
  since        timestamptz not null,
  last_at      timestamptz not null,
  received_at  timestamptz not null,
  -- How long its device could cancel it, by the setting as it was then; and until when it waits, where that was over before it was stored.
  window_ms    integer not null,
  held_until   timestamptz,
  due_at       timestamptz not null,
  cancelled_at timestamptz,
  state        text not null,
  alert_id     integer,
  primary key (company_id, alarm_id),
  constraint device_alarm_kind_check check (kind in ('fall', 'noMotion', 'deviceHeat', 'help')),
  constraint device_alarm_state_check check (state in ('pending', 'opened', 'cancelled'))
);
select place_table('device_alarm');
alter table device_alarm
  add foreign key (company_id, device_id) references device (company_id, device_id) on delete cascade,
  add foreign key (company_id, office_id) references office (company_id, office_id),
  add foreign key (company_id, user_id) references app_user (company_id, user_id),
  add foreign key (company_id, alert_id) references alert (company_id, alert_id) on delete cascade;
create index device_alarm_device on device_alarm (company_id, device_id);
create index device_alarm_due on device_alarm (due_at) where state = 'pending';

-- The oldest open alarm of a person, by which lists and maps show them as in an emergency; it is no part of the judge's state.
alter table worker_state
  add column alarm_since timestamptz,
  add column alarm_kind text,
  add constraint worker_state_alarm_kind_check check (alarm_kind in ('fall', 'noMotion', 'deviceHeat', 'help'));
