-- A lock by failures shuts out whoever fails, not the person: wrong passwords are counted for each address that the person
-- signed in from before, and for all other addresses together. It ends by itself, and lasts longer each time.
create table sign_in_place (
  company_id   integer not null,
  user_id      integer not null,
  -- An address, an IPv6 one by its /64; empty for all that have none of their own.
  address      text not null,
  -- When the person last signed in from there; null where they never did.
  seen_at      timestamptz,
  -- Wrong passwords in a row.
  failures     smallint not null default 0,
  -- Locks in a row: each lasts twice as long as the one before.
  locks        smallint not null default 0,
  locked_until timestamptz,
  primary key (company_id, user_id, address),
  foreign key (company_id, user_id) references app_user (company_id, user_id) on delete cascade
);
create index sign_in_place_locked on sign_in_place (company_id, user_id) where locked_until is not null;

-- Whoever was locked for good has a quarter of an hour left of it.
insert into sign_in_place (company_id, user_id, address, failures, locks, locked_until)
select u.company_id, u.user_id, '', 10, 1, now() + interval '15 minutes' from app_user u
 where u.locked_at is not null and u.deleted_at is null;
alter table app_user drop column failed_logins, drop column locked_at;

-- Somebody else's wrong passwords no longer keep a report from being sent.
update report_schedule set problem = null where problem like 'senderLocked %';

-- The running number of a site's base administrators is the site's own: nobody else's login IDs move it. Numbers of the
-- deleted are not given again, or the log would speak of two people by one name.
alter table office add column last_admin_number integer not null default 0;
update office o
   set last_admin_number = coalesce((
         select max(substring(substr(u.login_id, length(o.base_code) + 2) from '^[0-9]{1,8}$')::int) from app_user u
          where u.company_id = o.company_id and u.office_id = o.office_id and u.role = 'HeadquartersAdmin'
            and lower(left(u.login_id, length(o.base_code) + 1)) = lower(o.base_code || '-')), 0);
