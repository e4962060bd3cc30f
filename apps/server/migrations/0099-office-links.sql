-- Links that open something of one site without anybody signed in, by kind: the wallboard (decisions/0039), the page behind a poster's
-- QR code, and the morning check at the gate (decisions/0134-reports-from-a-poster.md). What a kind opens is not in the others.
alter table wallboard_link rename to office_link;
alter index wallboard_link_pkey rename to office_link_pkey;
alter index wallboard_link_office rename to office_link_office;
alter index wallboard_link_number rename to office_link_number;
alter table office_link drop constraint wallboard_link_company_id_office_id_fkey;
alter table office_link add foreign key (company_id, office_id) references office;

alter table office_link add column kind text not null default 'wallboard';
alter table office_link alter column kind drop default;
alter table office_link add constraint office_link_kind check (kind in ('wallboard', 'poster', 'morningCheck'));

drop index wallboard_link_name_unique;
create unique index office_link_name_unique on office_link (company_id, office_id, kind, name) where revoked_at is null;
