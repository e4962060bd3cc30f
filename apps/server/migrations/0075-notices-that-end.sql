-- So many days before its notices end a browser was told so last; null until it was.
alter table push_subscription add column end_told_days smallint;
