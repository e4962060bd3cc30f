-- A link that shows a wallboard may have an end, as an ingest key may: the first instant at which it shows nothing any more.
alter table wallboard_link add column ends_at timestamptz;
