-- What a channel was sent within the last two minutes decides whether it gets a digest; what it was sent in former years is kept, and must
-- not be read for that.
create index channel_delivery_sent on channel_delivery (company_id, channel_id, sent_at) where sent_at is not null;
