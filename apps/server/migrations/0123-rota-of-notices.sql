-- As what of the rota somebody was notified: a place, all on duty, or everybody since a place was empty; null where it was no step of it.
alter table alert_notice
  add column rota text,
  add constraint alert_notice_rota_check check (rota in ('1', '2', '3', '4', '5', 'onDuty', 'everybody'));
