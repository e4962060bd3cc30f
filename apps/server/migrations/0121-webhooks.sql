-- Webhooks are channels that are sent events instead of notices (decisions/0153-webhooks.md).
alter table notification_channel
  -- What signs, and what signed before and does so beside it until then; both sealed.
  add column sealed_signing bytea,
  add column sealed_former_signing bytea,
  add column former_signs_until timestamptz;

alter table channel_delivery
  -- Of an event: its number, which stays over retries and replays, and its type; null of a notice.
  add column webhook_id text,
  add column event_type text,
  -- Sent again since somebody asked for it.
  add column is_replay boolean not null default false;
-- No event of an alert leaves before the earlier ones.
create index channel_delivery_event on channel_delivery (company_id, channel_id, alert_id, delivery_id)
  where event_type is not null and sent_at is null and failed_at is null;
