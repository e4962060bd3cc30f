-- A process that stops in order is missed where nobody starts one with its roles again.
alter table server_process
  -- By its own clock; null while it runs, and where it ended without a word.
  add column stopped_at timestamptz;
