-- When somebody quieted the silence of a person or a gateway (作業終了, or closed its line): it is quiet until they are heard
-- again (decisions/0034).
alter table worker_state add column quiet_since timestamptz;
alter table device_state add column quiet_since timestamptz;

-- Closed while it stood: it was raised anew every quarter of an hour, and is quiet from now on.
update worker_state s set quiet_since = now()
  from alert a
 where a.company_id = s.company_id and a.user_id = s.user_id and a.kind = 'silent' and a.ended_at is null and a.handling = 'closed';
update alert a set ended_at = greatest(a.started_at, a.handled_at), ending = 'closed'
 where a.kind in ('silent', 'siteSilent') and a.ended_at is null and a.handling = 'closed';
-- A site had a line for each gateway; it has one now, which the next turn of alive monitoring opens.
update alert a set ended_at = greatest(a.started_at, now()), ending = 'lost'
 where a.kind = 'siteSilent' and a.ended_at is null;
