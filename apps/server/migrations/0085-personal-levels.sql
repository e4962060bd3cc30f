-- Whether a person, now, needs somebody: the heart level, or for somebody whose heart is not judged the heat level.
alter table worker_state add column personal_level smallint;
update worker_state set personal_level = heart_level;
