-- What was sent and what failed within the last hour is counted every some seconds, of all companies at once.
create index outbox_mail_created on outbox_mail (created_at);
create index outbox_push_created on outbox_push (created_at);
create index channel_delivery_created on channel_delivery (created_at);
