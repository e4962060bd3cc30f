-- Reports of a site that are told by mail, each day of the day before or each month of the month before.
create table report_schedule (
  company_id  integer not null,
  schedule_id integer generated always as identity,
  office_id   integer not null,
  kind        text not null check (kind in ('daily', 'monthly')),
  -- The time of day in Japan when it goes out; a monthly one goes out on the first.
  sends_at    time not null,
  addresses   text[] not null check (cardinality(addresses) between 1 and 50),
  enabled     boolean not null default true,
  -- Within whose rights it is sent: who saved it last. They may be of the provider's company, so it is no foreign key.
  sender_company_id integer not null,
  sender_id   integer not null,
  -- The day in Japan whose turn was taken or passed over; never twice on one day.
  done_on     date,
  -- Why the last turn was not sent: `passedOver`, `senderGone`, `senderLocked` or `senderOutside`.
  problem     text,
  version     integer not null default 1,
  primary key (company_id, schedule_id),
  foreign key (company_id, office_id) references office on delete cascade
);
create index report_schedule_office on report_schedule (company_id, office_id);
create index report_schedule_turn on report_schedule (sends_at) where enabled;
