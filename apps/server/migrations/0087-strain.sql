-- The strain limit (働きすぎの目安): when the mean of 30 minutes last passed it in the shift that runs, and of how many shifts the own
-- measure (本人の目安) is the median (decisions/0121-the-own-measure.md).
alter table worker_state
  add column own_shifts smallint,
  add column strained_at timestamptz;

-- The own mean (bpm) as it is with this shift among those counted, and of how many it is the median: what a month's summary shows
-- long after the alerts and marks that it depends on. Null where there are too few.
alter table worker_shift
  add column usual_mean real,
  add column usual_shifts smallint;
