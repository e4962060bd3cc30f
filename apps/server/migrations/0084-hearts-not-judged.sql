-- Whether a person's heart rate says how they are: false for somebody whose heart says little, because of medicine or a pacemaker
-- (心拍で判断しない, decisions/0117-hearts-not-judged.md).
alter table app_user add column heart_judged boolean not null default true;
