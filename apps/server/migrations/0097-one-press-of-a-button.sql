-- The judge of a device keeps a press of its call button as one value; the time of its latest reading was beside it.
-- A state from before the number of readings was kept has that time alone: such a press counts as one reading.
update device_state s
   set judge = (
     (s.judge::jsonb - 'downAt')
     || jsonb_build_object('down',
          jsonb_build_object('readings', 1, 'receivedAt', 0)
          || case jsonb_typeof(s.judge::jsonb -> 'down') when 'object' then s.judge::jsonb -> 'down' else '{}' end
          || jsonb_build_object('at', s.judge::jsonb -> 'downAt')))::json
 where jsonb_typeof(s.judge::jsonb -> 'downAt') = 'number';

update device_state s set judge = (s.judge::jsonb - 'downAt')::json
 where s.judge::jsonb ? 'downAt';
