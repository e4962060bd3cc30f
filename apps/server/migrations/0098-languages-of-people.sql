-- The language in which somebody reads their own pages and notices, as a BCP 47 code; null where none was chosen: Japanese.
alter table app_user add column language text
  check (language in ('ja', 'en', 'vi', 'zh-Hans', 'id', 'fil', 'my', 'ne'));
