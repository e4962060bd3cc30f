-- Closing ends an episode. Where its condition held then, what further readings tell of it stays with the closed row until
-- it is over or a new episode opens (decisions/0036).
alter table alert
  add column still_held boolean not null default false,
  -- The level that readings told last, and since when they show the condition again.
  add column held_level smallint,
  add column held_since timestamptz;
create index alert_still_held on alert (company_id, kind) where still_held;

-- Closed while it stood: its outcome stays, and what goes on becomes an episode of its own. Silence is quiet already.
update alert a set ended_at = greatest(a.started_at, a.handled_at), ending = 'closed', still_held = true, held_level = a.level
 where a.ended_at is null and a.handling = 'closed' and a.kind not in ('emergency', 'silent', 'gatewaySilent', 'siteSilent');
