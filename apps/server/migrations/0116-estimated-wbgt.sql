-- A WBGT may be estimated of what a watcher measured instead: decisions/0147.
alter table reading drop constraint reading_wbgt_source_check1;
-- Nothing that the former constraint allowed breaks this one: the readings need not be read for it.
alter table reading add constraint reading_wbgt_source check (wbgt_source in ('measured', 'estimated', 'public')) not valid;
alter table device_state add column wbgt_estimated boolean not null default false;
-- Of the values of ten minutes how many were estimated; unknown before this version, which estimated none.
alter table heat_summary add column estimated_count integer;
