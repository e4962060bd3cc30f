-- Heat as it was at each reading's own time, and what the body has got used to (decisions/0035).

alter table app_user
  -- What the worker's own summaries say of their acclimatisation; null as long as they say nothing. What somebody set
  -- (`acclimatised`) stands before it.
  add column observed_acclimatised boolean,
  -- The latest day, in Japan, with two hours of work in the heat.
  add column last_exposure_on date,
  -- The day, in Japan, at whose start the days before it were counted.
  add column exposure_counted_on date;

-- When a watcher's value last counted stands with that value, and an excess that has sunk is remembered.
update device_state s
   set judge = (s.judge::jsonb || jsonb_build_object('watcher', w.watcher - 'countedAt'
         || jsonb_build_object('track', w.watcher->'track' || jsonb_build_object('at', w.watcher->'countedAt'), 'calmSince', null)))::json
  from (select d.company_id, d.device_id, d.judge::jsonb->'watcher' as watcher from device_state d) w
 where w.company_id = s.company_id and w.device_id = s.device_id and w.watcher is not null;
