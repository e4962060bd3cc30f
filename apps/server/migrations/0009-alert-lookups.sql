-- What the live stream and the day's chart look alerts up by.
create index alert_changed_in on alert (changed_in);
create index outbox_mail_alert on outbox_mail (alert_id) where alert_id is not null;
