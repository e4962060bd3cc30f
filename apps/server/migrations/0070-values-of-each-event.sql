-- Each line of an episode's history keeps why it was and what was measured at its moment; an episode keeps the same of the
-- moment at which it was worst. What people are told names the event that it is about (decisions/0079).

alter table alert_event
  add column reason     jsonb,
  add column heart_rate smallint,
  add column excess     real,
  add column wbgt       real;

-- Of the moment at which it first had its highest level.
alter table alert
  add column peak_reason     jsonb,
  add column peak_heart_rate smallint,
  add column peak_excess     real,
  add column peak_wbgt       real;

-- The event that people are told of. Null of what was queued before events had values.
alter table alert_due add column event_id bigint;
alter table escalation add column event_id bigint;

-- The values of an episode are those of its last change of level: of earlier ones, and of what was lowered since, nothing is known.
update alert_event e
   set reason = a.reason, heart_rate = a.heart_rate, excess = a.excess, wbgt = a.wbgt
  from alert a
 where a.company_id = e.company_id and a.alert_id = e.alert_id and e.event in ('opened', 'raised')
   and not exists (select from alert_event l
                    where l.company_id = e.company_id and l.alert_id = e.alert_id and l.event_id > e.event_id
                      and l.event in ('opened', 'raised', 'lowered'));
