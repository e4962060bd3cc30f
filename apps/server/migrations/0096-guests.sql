-- A guest of a day: a worker who is not employed here, with the end of the day (decisions/0130-sign-in-by-card.md).
alter table app_user add column guest_until timestamptz;
alter table app_user add constraint app_user_guest check (guest_until is null or role = 'User');
-- Looked for every few minutes, over all companies.
create index app_user_guest_due on app_user (guest_until) where guest_until is not null and deleted_at is null;
