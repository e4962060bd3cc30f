-- What leaves a channel next: each look reads its first rows alone, however many wait. What is sent again comes last. It takes the
-- place of the index by time alone, which a planner without statistics would prefer, and which leads to everybody's rows.
create index channel_delivery_next on channel_delivery (company_id, channel_id, is_replay, urgent desc, next_try_at, delivery_id)
  where sent_at is null and failed_at is null;
drop index channel_delivery_due;
-- The event of an alert that leaves first.
drop index channel_delivery_event;
create index channel_delivery_event on channel_delivery (company_id, channel_id, alert_id, is_replay, delivery_id)
  where event_type is not null and sent_at is null and failed_at is null;
-- What happened before is not urgent any more when it is sent again.
update channel_delivery set urgent = false where is_replay and urgent and sent_at is null and failed_at is null;
