-- Who is to be told of an alert, and who was (decisions/0037).

-- What happened to an episode and people have not been told of yet: written with it, turned into mail and push by a job.
create table alert_due (
  company_id integer not null,
  due_id     bigint generated always as identity,
  alert_id   integer not null,
  at         timestamptz not null,
  event      text not null check (event in ('opened', 'raised', 'called')),
  level      smallint,
  primary key (company_id, due_id),
  foreign key (company_id, alert_id) references alert on delete cascade
);

-- An alert that nobody has answered yet: when the next people in line are told.
create table escalation (
  company_id integer not null,
  alert_id   integer not null,
  -- When it began to wait for an answer; the steps' minutes count from here.
  since      timestamptz not null,
  -- The steps taken so far.
  step       smallint not null default 0,
  due_at     timestamptz not null,
  primary key (company_id, alert_id),
  foreign key (company_id, alert_id) references alert on delete cascade
);
create index escalation_due on escalation (due_at);

-- Who was told of an alert, when, how and why: part of its record. People are named as they were, and are no foreign keys.
create table alert_notice (
  company_id integer not null,
  notice_id  bigint generated always as identity,
  alert_id   integer not null,
  at         timestamptz not null,
  -- 'none': a step that nobody could receive.
  channel    text not null check (channel in ('mail', 'push', 'none')),
  occasion   text not null check (occasion in ('opened', 'raised', 'called', 'escalated')),
  -- The step of the escalation, from 1.
  step       smallint,
  -- What the level was when they were told.
  level      smallint,
  user_id    integer,
  user_name  text,
  role       text,
  -- The mail's addresses, where it went to addresses and not to a person.
  addresses  text[] not null default '{}',
  -- The mail that told it; a digest tells of several alerts.
  mail_id    bigint,
  primary key (company_id, notice_id),
  foreign key (company_id, alert_id) references alert on delete cascade,
  foreign key (company_id, mail_id) references outbox_mail
);
create index alert_notice_alert on alert_notice (company_id, alert_id, at);
create index alert_notice_mail on alert_notice (company_id, mail_id) where mail_id is not null;
