-- The company in every key of maps, devices, who wears them and what they are told. No trigger stands on these tables any
-- more: whoever first needs a state row makes it, and the site of a device is an ordinary foreign key again.

drop trigger device_has_state on device;
drop trigger device_takes_state on device;
drop trigger device_made_at_office on device;
drop trigger device_moved_to_office on device;
drop trigger office_keeps_devices on office;
drop trigger wearer_has_state on wear;
drop function create_device_state(), create_worker_state(), delete_device_state(), require_office_of_device(), keep_office_of_devices();

alter table site_map add column company_id integer;
update site_map m set company_id = o.company_id from office o where o.office_id = m.office_id;
drop index site_map_office;
drop index site_map_image;
alter table site_map
  alter column company_id set not null,
  drop constraint site_map_pkey,
  add primary key (company_id, map_id),
  add foreign key (company_id, office_id) references office;
create index site_map_office on site_map (company_id, office_id, position);
create index site_map_image on site_map (company_id, image_key) where image_key is not null;

alter table device add column company_id integer;
update device d set company_id = o.company_id from office o where o.office_id = d.office_id;
-- A device that moved between companies may still have hung on one of its former company.
update device d set linked_device_id = null
  from device linked where linked.device_id = d.linked_device_id and linked.company_id <> d.company_id;
update device d set map_id = null from site_map m where m.map_id = d.map_id and m.company_id <> d.company_id;
drop index device_linked;
drop index device_map;
alter table device
  alter column company_id set not null,
  drop constraint device_pkey,
  drop constraint device_serial_unique,
  add primary key (company_id, device_id),
  add constraint device_serial_unique unique (company_id, office_id, kind, serial),
  add foreign key (company_id, office_id) references office,
  add foreign key (company_id, map_id) references site_map,
  add foreign key (company_id, linked_device_id) references device;
create index device_linked on device (company_id, linked_device_id) where linked_device_id is not null;
create index device_map on device (company_id, map_id) where map_id is not null;

alter table belt_setting add column company_id integer;
update belt_setting s set company_id = d.company_id from device d where d.device_id = s.device_id;
alter table belt_setting
  alter column company_id set not null,
  drop constraint belt_setting_pkey,
  add primary key (company_id, device_id),
  add foreign key (company_id, device_id) references device on delete cascade;

alter table barometer_setting add column company_id integer;
update barometer_setting s set company_id = d.company_id from device d where d.device_id = s.device_id;
alter table barometer_setting
  alter column company_id set not null,
  drop constraint barometer_setting_pkey,
  add primary key (company_id, device_id),
  add foreign key (company_id, device_id) references device on delete cascade;

-- What somebody wore who is in another company by now, or the device is, has nothing to say any more: no reading of then
-- can come in.
alter table wear add column company_id integer;
update wear w set company_id = u.company_id
  from app_user u, device d where u.user_id = w.user_id and d.device_id = w.device_id and d.company_id = u.company_id;
delete from wear where company_id is null;
drop index wear_one_holder;
drop index wear_one_device_of_a_kind;
drop index wear_device;
drop index wear_user;
alter table wear
  alter column company_id set not null,
  drop constraint wear_pkey,
  add primary key (company_id, wear_id),
  add foreign key (company_id, user_id) references app_user,
  add foreign key (company_id, device_id) references device on delete cascade;
create unique index wear_one_holder on wear (company_id, device_id) where worn_to is null;
create unique index wear_one_device_of_a_kind on wear (company_id, user_id, slot) where worn_to is null;
create index wear_device on wear (company_id, device_id, worn_from);
create index wear_user on wear (company_id, user_id, worn_from);

alter table ingest_key add column company_id integer;
update ingest_key k set company_id = o.company_id from office o where o.office_id = k.office_id;
drop index ingest_key_office;
drop index ingest_key_name_unique;
alter table ingest_key
  alter column company_id set not null,
  drop constraint ingest_key_pkey,
  add primary key (company_id, key_id),
  add foreign key (company_id, office_id) references office;
create index ingest_key_office on ingest_key (company_id, office_id);
create unique index ingest_key_name_unique on ingest_key (company_id, office_id, name) where revoked_at is null;
-- A sender shows the key alone, and its number is random.
create index ingest_key_number on ingest_key (key_id);

alter table downlink add column company_id integer;
update downlink l set company_id = o.company_id
  from office o, device d where o.office_id = l.office_id and d.device_id = l.device_id and d.company_id = o.company_id;
-- Commands of a former company: the device does not get them any more.
delete from downlink where company_id is null;
drop index downlink_device;
drop index downlink_one_waiting;
drop index downlink_one_on_its_way;
drop index downlink_open;
drop index downlink_owed;
alter table downlink
  alter column company_id set not null,
  drop constraint downlink_pkey,
  add primary key (company_id, downlink_id),
  add foreign key (company_id, office_id) references office on delete cascade,
  add foreign key (company_id, device_id) references device on delete cascade;
create index downlink_device on downlink (company_id, device_id, downlink_id desc);
create unique index downlink_one_waiting on downlink (company_id, device_id) where state = 'pending';
create unique index downlink_one_on_its_way on downlink (company_id, device_id) where state = 'sent';
create index downlink_open on downlink (company_id, office_id, downlink_id) where state in ('pending', 'sent');
create index downlink_owed on downlink (company_id, device_id) where owed_since is not null;

-- States are read and written with their company named; by when they changed, consoles resume.
alter table worker_state
  add column company_id integer,
  add column changed_at timestamptz not null default now(),
  drop column changed_in;
update worker_state s set company_id = u.company_id from app_user u where u.user_id = s.user_id;
alter table worker_state
  alter column company_id set not null,
  drop constraint worker_state_pkey,
  add primary key (company_id, user_id),
  add foreign key (company_id, user_id) references app_user;

alter table device_state
  add column company_id integer,
  add column changed_at timestamptz not null default now(),
  drop column changed_in;
update device_state s set company_id = d.company_id from device d where d.device_id = s.device_id;
delete from device_state where company_id is null;
alter table device_state
  alter column company_id set not null,
  drop constraint device_state_pkey,
  add primary key (company_id, device_id),
  add foreign key (company_id, device_id) references device on delete cascade;
