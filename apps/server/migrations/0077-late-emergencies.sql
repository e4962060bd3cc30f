-- An emergency of too long ago to call anybody (後着) is told once, by mail (decisions/0080).
alter table alert_due drop constraint alert_due_event_check;
alter table alert_due add constraint alert_due_event_check check (event in ('opened', 'raised', 'called', 'late'));
alter table alert_notice drop constraint alert_notice_occasion_check;
alter table alert_notice add constraint alert_notice_occasion_check check (occasion in ('opened', 'raised', 'called', 'escalated', 'late'));
