-- Devices are handed out and taken back over the counter (decisions/0125-handing-out-devices.md).

-- Why a device was changed for another, kept with the wear that ended by it.
alter table wear add column swap_reason text;
alter table wear add constraint wear_swap_reason_check check (swap_reason in ('battery', 'broken', 'unheard', 'lost'));

-- What a worker's printed card says. It names its worker to the hand-out and opens nothing.
create table worker_card (
  company_id integer not null,
  user_id    integer not null,
  code       text collate "C" not null,
  made_at    timestamptz not null,
  primary key (company_id, user_id)
);
select place_table('worker_card');
alter table worker_card
  add foreign key (company_id, user_id) references app_user (company_id, user_id) on delete cascade,
  add constraint worker_card_code_unique unique (company_id, code);
