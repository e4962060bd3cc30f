-- An alert that is pressed on came to another group, whose people have to be told at once.
alter table escalation add column handed_over boolean not null default false;
