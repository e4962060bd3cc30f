-- A level that is kept without data ends at a time (decisions/0031), and a worker's state says what is lost and what its
-- level rests on. `stale` was never read.
alter table worker_state
  drop column stale,
  add column lost_heart_rate boolean not null default false,
  add column lost_wbgt       boolean not null default false,
  -- What the level rests on, the heart's reason first.
  add column reason          json,
  -- After which time the next of the levels kept, or the episode, counts no more without a further reading.
  add column expires_at      timestamptz;

-- The judge goes on from the states as they were: streaks, levels and an open emergency stay.
update worker_state s set judge = json_build_object(
    'at', s.judge->'at', 'interval', s.judge->'interval', 'pace', null,
    'heart', json_build_object('validAt', s.judge#>'{heart,validAt}', 'pulses', s.judge#>'{heart,pulses}', 'streaks', s.judge#>'{heart,streaks}',
      'hold', s.judge#>'{heart,hold}', 'reasons', null),
    'heat', s.judge->'heat',
    'keptHeat', case when s.excess is null or s.last_at is null then '[]'::json
      else json_build_array(json_build_array(case s.wbgt_source when 'public' then 2 else 0 end, s.excess, floor(extract(epoch from s.last_at) * 1000))) end,
    'total', s.judge->'total', 'totalTimes', s.judge->'totalTimes',
    'condition', case when (s.judge#>>'{heart,hold,shown}')::int >= 1 then '{"calmSince":null}'::json end,
    'missing', json_build_object('since', s.judge->'spell', 'open', s.no_heart_rate, 'valid', '[]'::json),
    'emergency', json_build_object('spentMs', s.judge#>'{emergency,spentMs}', 'counting', false, 'open', s.judge#>'{emergency,open}',
      'closedAt', null, 'presses', case when s.judge#>>'{emergency,calledAt}' is null then '[]'::json
        else json_build_array(s.judge#>'{emergency,calledAt}') end, 'down', null))
 where s.judge is not null;
-- What of it counts no more is taken back by the job at its next turn.
update worker_state s set expires_at = s.last_at where s.total_level >= 1;
