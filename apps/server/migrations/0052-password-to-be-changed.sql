-- A password that somebody else chose is known to two. Whoever is given one changes it at the first sign-in, before any
-- other work. Of the accounts that stand already nobody knows who chose their passwords: they keep them.
alter table app_user add column must_change_password boolean not null default false;
