-- The schema as all migrations leave it, to be read: written by `npm run types`, never run. Change a migration, not this file.
-- Of partitioned tables only the parent is here; the job queue (pg-boss) keeps its tables in a schema of its own.

create table acclimatisation_override (
  company_id integer not null,
  override_id integer not null generated always as identity,
  user_id integer not null,
  kind text not null,
  share smallint,
  until_on date,
  reason text not null,
  set_at timestamp with time zone not null,
  set_by integer not null,
  ended_at timestamp with time zone,
  ended_by integer,
  constraint acclimatisation_override_pkey PRIMARY KEY (company_id, override_id),
  constraint acclimatisation_override_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint acclimatisation_override_end CHECK (ended_by IS NULL OR ended_at IS NOT NULL),
  constraint acclimatisation_override_kind CHECK (kind = ANY (ARRAY['doctor'::text, 'administrator'::text])),
  constraint acclimatisation_override_share CHECK (share >= 0 AND share <= 100)
);
create UNIQUE INDEX acclimatisation_override_open ON acclimatisation_override USING btree (company_id, user_id) WHERE (ended_at IS NULL);
create INDEX acclimatisation_override_person ON acclimatisation_override USING btree (company_id, user_id);

create table alert (
  alert_id integer not null generated always as identity,
  kind text not null,
  company_id integer not null,
  office_id integer not null,
  group_id integer,
  user_id integer,
  device_id integer,
  full_name text,
  company_name text not null,
  base_name text not null,
  group_name text,
  location_name text,
  level smallint,
  peak_level smallint,
  cause text not null,
  reason jsonb,
  heart_rate smallint,
  excess real,
  wbgt real,
  wbgt_point text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  handling text not null default 'open'::text,
  handled_by integer,
  handled_at timestamp with time zone,
  outcome text,
  note text,
  mails integer not null default 0,
  handled_by_name text,
  ending text,
  late boolean not null default false,
  called_at timestamp with time zone,
  changed_at timestamp with time zone not null default now(),
  still_held boolean not null default false,
  held_level smallint,
  held_since timestamp with time zone,
  withdrawn boolean not null default false,
  drill boolean not null default false,
  peak_reason jsonb,
  peak_heart_rate smallint,
  peak_excess real,
  peak_wbgt real,
  source text not null default 'device'::text,
  constraint alert_pkey PRIMARY KEY (company_id, alert_id),
  constraint alert_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id),
  constraint alert_company_id_group_id_fkey FOREIGN KEY (company_id, group_id) REFERENCES work_group(company_id, group_id),
  constraint alert_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint alert_drill_subject CHECK (NOT drill OR (kind = ANY (ARRAY['emergency'::text, 'fall'::text, 'noMotion'::text, 'deviceHeat'::text, 'help'::text])) AND num_nonnulls(user_id, device_id) = 0),
  constraint alert_ending_check CHECK (ending = ANY (ARRAY['recovered'::text, 'lost'::text, 'handedOver'::text, 'closed'::text, 'cancelled'::text])),
  constraint alert_handling_check CHECK (handling = ANY (ARRAY['open'::text, 'acknowledged'::text, 'responding'::text, 'closed'::text])),
  constraint alert_kind_check CHECK (kind = ANY (ARRAY['condition'::text, 'emergency'::text, 'fall'::text, 'noMotion'::text, 'deviceHeat'::text, 'help'::text, 'report'::text, 'siteHeat'::text, 'belt'::text, 'noHeartRate'::text, 'silent'::text, 'gatewaySilent'::text, 'deviceSilent'::text, 'siteSilent'::text, 'barometerMoved'::text, 'clock'::text, 'battery'::text])),
  constraint alert_level_check CHECK (level >= 0 AND level <= 3),
  constraint alert_outcome_check CHECK (outcome = ANY (ARRAY['rested'::text, 'sentHome'::text, 'medical'::text, 'falseAlarm'::text, 'other'::text])),
  constraint alert_peak_level_check CHECK (peak_level >= 0 AND peak_level <= 3),
  constraint alert_source_check CHECK (source = ANY (ARRAY['device'::text, 'self'::text, 'poster'::text])),
  constraint alert_subject CHECK (num_nonnulls(user_id, device_id) >= 1 OR (kind = ANY (ARRAY['siteSilent'::text, 'siteHeat'::text, 'report'::text])) OR drill OR ended_at IS NOT NULL)
);
create INDEX alert_changed_at ON alert USING btree (company_id, changed_at);
create INDEX alert_company_started ON alert USING btree (company_id, started_at DESC, alert_id DESC) INCLUDE (kind, office_id, group_id, user_id, handling, ended_at, withdrawn) WHERE (NOT drill);
create INDEX alert_current ON alert USING btree (company_id, started_at DESC, alert_id DESC) INCLUDE (kind, office_id, group_id, user_id, handling, ended_at, level, drill) WHERE (((handling <> 'closed'::text) OR (ended_at IS NULL)) AND (NOT withdrawn));
create INDEX alert_device ON alert USING btree (company_id, device_id) WHERE (device_id IS NOT NULL);
create INDEX alert_drill ON alert USING btree (company_id, started_at DESC) WHERE drill;
create INDEX alert_emergency ON alert USING btree (company_id, office_id, started_at DESC, alert_id DESC) INCLUDE (user_id, device_id, group_id) WHERE ((kind = ANY (ARRAY['emergency'::text, 'fall'::text, 'noMotion'::text, 'deviceHeat'::text, 'help'::text])) AND (NOT drill) AND (NOT withdrawn));
create INDEX alert_group ON alert USING btree (company_id, group_id) WHERE (group_id IS NOT NULL);
create INDEX alert_number ON alert USING btree (alert_id);
create INDEX alert_office_started ON alert USING btree (company_id, office_id, started_at DESC);
create UNIQUE INDEX alert_one_drill ON alert USING btree (company_id, office_id) WHERE (drill AND (ended_at IS NULL));
create UNIQUE INDEX alert_one_open ON alert USING btree (company_id, kind, office_id, user_id, device_id) NULLS NOT DISTINCT WHERE ((ended_at IS NULL) AND (NOT drill) AND (source <> 'poster'::text));
create INDEX alert_open ON alert USING btree (kind, company_id) WHERE (ended_at IS NULL);
create INDEX alert_open_emergency ON alert USING btree (company_id, started_at DESC) WHERE ((kind = ANY (ARRAY['emergency'::text, 'fall'::text, 'noMotion'::text, 'deviceHeat'::text, 'help'::text, 'report'::text])) AND (handling <> 'closed'::text));
create INDEX alert_open_report ON alert USING btree (company_id, user_id) WHERE ((kind = 'report'::text) AND (handling <> 'closed'::text) AND (user_id IS NOT NULL));
create INDEX alert_silent ON alert USING btree (company_id, office_id, started_at) WHERE (kind = 'silent'::text);
create INDEX alert_started ON alert USING btree (started_at DESC, alert_id DESC) INCLUDE (company_id, kind, office_id, group_id, user_id, handling, ended_at, withdrawn) WHERE (NOT drill);
create INDEX alert_still_held ON alert USING btree (company_id, kind) WHERE still_held;
create INDEX alert_unhandled ON alert USING btree (company_id, office_id) WHERE (handling <> 'closed'::text);
create INDEX alert_user_started ON alert USING btree (company_id, user_id, started_at DESC);

create table alert_due (
  company_id integer not null,
  due_id bigint not null generated always as identity,
  alert_id integer not null,
  at timestamp with time zone not null,
  event text not null,
  level smallint,
  event_id bigint,
  traceparent text,
  constraint alert_due_pkey PRIMARY KEY (company_id, due_id),
  constraint alert_due_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint alert_due_event_check CHECK (event = ANY (ARRAY['opened'::text, 'raised'::text, 'called'::text, 'late'::text]))
);

create table alert_event (
  alert_id integer not null,
  at timestamp with time zone not null,
  event text not null,
  level smallint,
  user_id integer,
  note text,
  event_id bigint not null generated always as identity,
  company_id integer not null,
  user_name text,
  reason jsonb,
  heart_rate smallint,
  excess real,
  wbgt real,
  constraint alert_event_pkey PRIMARY KEY (company_id, alert_id, event_id),
  constraint alert_event_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint alert_event_event_check CHECK (event = ANY (ARRAY['opened'::text, 'raised'::text, 'reported'::text, 'answered'::text, 'lowered'::text, 'ended'::text, 'reopened'::text, 'handedOver'::text, 'corrected'::text, 'withdrawn'::text, 'cancelled'::text, 'acknowledged'::text, 'responding'::text, 'closed'::text, 'noted'::text]))
);

create table alert_notice (
  company_id integer not null,
  notice_id bigint not null generated always as identity,
  alert_id integer not null,
  at timestamp with time zone not null,
  channel text not null,
  occasion text not null,
  step smallint,
  level smallint,
  user_id integer,
  user_name text,
  role text,
  addresses text[] not null default '{}'::text[],
  mail_id bigint,
  channel_name text,
  delivery_id bigint,
  rota text,
  constraint alert_notice_pkey PRIMARY KEY (company_id, notice_id),
  constraint alert_notice_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint alert_notice_company_id_mail_id_fkey FOREIGN KEY (company_id, mail_id) REFERENCES outbox_mail(company_id, mail_id),
  constraint alert_notice_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'push'::text, 'channel'::text, 'none'::text])),
  constraint alert_notice_occasion_check CHECK (occasion = ANY (ARRAY['opened'::text, 'raised'::text, 'called'::text, 'escalated'::text, 'late'::text])),
  constraint alert_notice_rota_check CHECK (rota = ANY (ARRAY['1'::text, '2'::text, '3'::text, '4'::text, '5'::text, 'onDuty'::text, 'everybody'::text]))
);
create INDEX alert_notice_alert ON alert_notice USING btree (company_id, alert_id, at);
create INDEX alert_notice_at ON alert_notice USING btree (company_id, at);
create INDEX alert_notice_mail ON alert_notice USING btree (company_id, mail_id) WHERE (mail_id IS NOT NULL);

create table app_user (
  user_id integer not null generated always as identity,
  login_id text collate C not null,
  password_hash text,
  role text not null,
  company_id integer not null,
  office_id integer,
  group_id integer,
  group_role smallint,
  full_name text not null,
  furigana text not null,
  phone_number text,
  email text,
  worker_code text collate C,
  gender smallint,
  date_of_birth date,
  affiliation1 text,
  affiliation2 text,
  affiliation3 text,
  metabolic_class smallint,
  acclimatised boolean,
  clothing text,
  first_exposure_on date,
  consent_at timestamp with time zone,
  consent_withdrawn_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  name_folded text not null generated always as (((fold_kana(full_name) || ' '::text) || fold_kana(furigana))) stored,
  login_key text collate C generated always as (
CASE
    WHEN (deleted_at IS NULL) THEN lower(login_id)
    ELSE NULL::text
END) stored,
  observed_acclimatised boolean,
  last_exposure_on date,
  exposure_counted_on date,
  must_change_password boolean not null default false,
  disabled_at timestamp with time zone,
  heart_judged boolean not null default true,
  guest_until timestamp with time zone,
  language text,
  attention tstzmultirange not null default '{}'::tstzmultirange,
  acclimatised_on date,
  ladder_first_on date,
  ladder_last_on date,
  ladder_days smallint not null default 0,
  constraint app_user_pkey PRIMARY KEY (company_id, user_id),
  constraint app_user_login_unique UNIQUE (company_id, login_key),
  constraint app_user_company_id_group_id_fkey FOREIGN KEY (company_id, group_id) REFERENCES work_group(company_id, group_id),
  constraint app_user_company_id_login_key_fkey FOREIGN KEY (company_id, login_key) REFERENCES login(company_id, login_key),
  constraint app_user_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint app_user_gender_check CHECK (gender = ANY (ARRAY[1, 2, 3])),
  constraint app_user_group_has_role CHECK ((group_id IS NULL) = (group_role IS NULL)),
  constraint app_user_group_role_check CHECK (group_role = ANY (ARRAY[1, 2, 3])),
  constraint app_user_guest CHECK (guest_until IS NULL OR role = 'User'::text),
  constraint app_user_language_check CHECK (language = ANY (ARRAY['ja'::text, 'en'::text, 'vi'::text, 'zh-Hans'::text, 'id'::text, 'fil'::text, 'my'::text, 'ne'::text])),
  constraint app_user_metabolic_class_check CHECK (metabolic_class >= 0 AND metabolic_class <= 4),
  constraint app_user_role_check CHECK (role = ANY (ARRAY['AdminUnitService'::text, 'AdminUnitContract'::text, 'HeadquartersAdmin'::text, 'GroupLeader'::text, 'GroupSubLeader'::text, 'User'::text])),
  constraint app_user_scope CHECK ((company_id = 0) = (role = 'AdminUnitService'::text) AND (deleted_at IS NOT NULL OR (office_id IS NULL) = (role = ANY (ARRAY['AdminUnitService'::text, 'AdminUnitContract'::text]))))
);
create INDEX app_user_administrator ON app_user USING btree (company_id, role) WHERE ((deleted_at IS NULL) AND (role = ANY (ARRAY['AdminUnitService'::text, 'AdminUnitContract'::text, 'HeadquartersAdmin'::text])));
create INDEX app_user_group ON app_user USING btree (company_id, group_id) WHERE (deleted_at IS NULL);
create INDEX app_user_guest_due ON app_user USING btree (guest_until) WHERE ((guest_until IS NOT NULL) AND (deleted_at IS NULL));
create INDEX app_user_leader ON app_user USING btree (company_id, group_id) INCLUDE (furigana) WHERE ((group_role = 1) AND (deleted_at IS NULL));
create INDEX app_user_name ON app_user USING btree (furigana COLLATE "ja-x-icu", user_id) WHERE (deleted_at IS NULL);
create INDEX app_user_number ON app_user USING btree (user_id);
create INDEX app_user_office_name ON app_user USING btree (company_id, office_id, furigana COLLATE "ja-x-icu", user_id) WHERE (deleted_at IS NULL);
create INDEX app_user_watched_of_company ON app_user USING btree (company_id, furigana COLLATE "ja-x-icu", user_id) INCLUDE (office_id, group_id) WHERE ((role = ANY (ARRAY['User'::text, 'GroupLeader'::text, 'GroupSubLeader'::text])) AND (deleted_at IS NULL) AND (consent_withdrawn_at IS NULL));
create INDEX app_user_watched_of_office ON app_user USING btree (company_id, office_id, furigana COLLATE "ja-x-icu", user_id) INCLUDE (group_id) WHERE ((role = ANY (ARRAY['User'::text, 'GroupLeader'::text, 'GroupSubLeader'::text])) AND (deleted_at IS NULL) AND (consent_withdrawn_at IS NULL));
create UNIQUE INDEX app_user_worker_code_unique ON app_user USING btree (company_id, office_id, worker_code) WHERE (deleted_at IS NULL);

create table audit_chain (
  company_id integer not null,
  chain text not null,
  last_no bigint not null,
  last_hash bytea not null,
  pruned_no bigint not null default 0,
  pruned_hash bytea not null default '\x'::bytea,
  constraint audit_chain_pkey PRIMARY KEY (company_id, chain)
);

create table audit_log (
  audit_id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  user_id integer,
  user_name text not null,
  company_id integer not null,
  office_id integer,
  action text not null,
  resource text not null,
  resource_id text not null,
  before jsonb,
  after jsonb,
  address text,
  chain text not null default 'change'::text,
  chain_no bigint,
  hash bytea,
  digests jsonb,
  open_until timestamp with time zone,
  constraint audit_log_pkey PRIMARY KEY (company_id, audit_id),
  constraint audit_log_chain_check CHECK (chain = ANY (ARRAY['change'::text, 'read'::text])),
  constraint audit_log_open_while_unsealed CHECK (open_until IS NULL OR open_until <= (at + '01:00:00'::interval)),
  constraint audit_log_sealed CHECK ((chain_no IS NULL) = (hash IS NULL))
);
create INDEX audit_log_at ON audit_log USING btree (at DESC);
create UNIQUE INDEX audit_log_chain ON audit_log USING btree (company_id, chain, chain_no);
create INDEX audit_log_company_at ON audit_log USING btree (company_id, at DESC);
create INDEX audit_log_export ON audit_log USING btree (company_id, at) WHERE (action = 'export'::text);
create INDEX audit_log_number ON audit_log USING btree (audit_id);
create UNIQUE INDEX audit_log_open ON audit_log USING btree (company_id, user_id, resource, open_until) WHERE (open_until IS NOT NULL);
create INDEX audit_log_person ON audit_log USING btree (company_id, resource_id) WHERE (resource = 'user'::text);
create INDEX audit_log_read ON audit_log USING btree (company_id, user_id, at DESC) WHERE (chain = 'read'::text);
create INDEX audit_log_read_at_office ON audit_log USING btree (company_id, office_id, at) WHERE (chain = 'read'::text);
create INDEX audit_log_read_of ON audit_log USING btree (company_id, resource_id, at DESC) WHERE (chain = 'read'::text);
create INDEX audit_log_unsealed ON audit_log USING btree (audit_id) WHERE (chain_no IS NULL);

create table backup_run (
  run_id uuid not null,
  kind text not null,
  state text not null default 'running'::text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  file text not null,
  is_encrypted boolean not null,
  bytes bigint,
  row_count bigint,
  file_count integer,
  error text,
  is_broken_off boolean not null default false,
  place text,
  warning text,
  constraint backup_run_pkey PRIMARY KEY (run_id),
  constraint backup_run_check CHECK ((state = 'running'::text) = (ended_at IS NULL)),
  constraint backup_run_check1 CHECK ((state = ANY (ARRAY['failed'::text, 'impossible'::text])) = (error IS NOT NULL)),
  constraint backup_run_kind_check CHECK (kind = ANY (ARRAY['backup'::text, 'check'::text])),
  constraint backup_run_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'impossible'::text]))
);
create INDEX backup_run_started ON backup_run USING btree (kind, started_at DESC);

create table barometer_setting (
  device_id integer not null,
  interval_minutes integer not null default 10,
  latitude double precision,
  longitude double precision,
  version integer not null default 1,
  company_id integer not null,
  constraint barometer_setting_pkey PRIMARY KEY (company_id, device_id),
  constraint barometer_setting_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE
);

create table belt_setting (
  device_id integer not null,
  check_altitude boolean not null default true,
  setting_altitude integer not null,
  height_altitude integer not null,
  on_waiting_minutes integer,
  version integer not null default 1,
  led_color text not null default 'D55E00,E69F00,F0E442,009E73,56B4E9,CC79A7'::text,
  buzzer boolean not null default true,
  interval_minutes integer not null default 10,
  offset_setting integer,
  shoulder_mode boolean not null default false,
  location_interval_minutes integer not null default 10,
  emergency_alerts boolean not null default true,
  latitude double precision,
  longitude double precision,
  slave_id text,
  company_id integer not null,
  constraint belt_setting_pkey PRIMARY KEY (company_id, device_id),
  constraint belt_setting_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE
);

create table broker_layout (
  only_row boolean not null default true,
  shares smallint not null,
  wanted_shares smallint not null,
  next_shares smallint,
  is_leaving boolean not null default false,
  constraint broker_layout_pkey PRIMARY KEY (only_row),
  constraint broker_layout_check CHECK (NOT is_leaving OR next_shares IS NOT NULL),
  constraint broker_layout_next_shares_check CHECK (next_shares > 0),
  constraint broker_layout_only_row_check CHECK (only_row),
  constraint broker_layout_shares_check CHECK (shares > 0),
  constraint broker_layout_wanted_shares_check CHECK (wanted_shares > 0)
);

create table channel_delivery (
  company_id integer not null,
  delivery_id bigint not null generated always as identity,
  channel_id text not null,
  office_id integer,
  alert_id integer,
  created_at timestamp with time zone not null,
  occasion text,
  step smallint,
  level smallint,
  urgent boolean not null default false,
  is_test boolean not null default false,
  message jsonb,
  digest_count smallint,
  delivered_to text[] not null default '{}'::text[],
  attempts smallint not null default 0,
  next_try_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  is_superseded boolean not null default false,
  status smallint,
  answer text,
  error text,
  duration_ms integer,
  body_removed_at timestamp with time zone,
  webhook_id text,
  event_type text,
  is_replay boolean not null default false,
  traceparent text,
  constraint channel_delivery_pkey PRIMARY KEY (company_id, delivery_id),
  constraint channel_delivery_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint channel_delivery_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES notification_channel(company_id, channel_id) ON DELETE CASCADE
);
create INDEX channel_delivery_alert ON channel_delivery USING btree (company_id, alert_id) WHERE (alert_id IS NOT NULL);
create INDEX channel_delivery_body ON channel_delivery USING btree (created_at) WHERE (body_removed_at IS NULL);
create INDEX channel_delivery_channel ON channel_delivery USING btree (company_id, channel_id, created_at);
create INDEX channel_delivery_created ON channel_delivery USING btree (created_at);
create INDEX channel_delivery_event ON channel_delivery USING btree (company_id, channel_id, alert_id, is_replay, delivery_id) WHERE ((event_type IS NOT NULL) AND (sent_at IS NULL) AND (failed_at IS NULL));
create INDEX channel_delivery_next ON channel_delivery USING btree (company_id, channel_id, is_replay, urgent DESC, next_try_at, delivery_id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
create INDEX channel_delivery_sent ON channel_delivery USING btree (company_id, channel_id, sent_at) WHERE (sent_at IS NOT NULL);

create table company (
  company_id integer not null generated always as identity,
  code text not null,
  name text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint company_pkey PRIMARY KEY (company_id)
);
create UNIQUE INDEX company_code_unique ON company USING btree (lower(code)) WHERE (deleted_at IS NULL);

create table condition_report (
  company_id integer not null,
  report_id bigint not null generated always as identity,
  office_id integer not null,
  alert_id integer,
  user_id integer,
  source text not null,
  state text,
  done_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  receipt text collate C,
  who text,
  place text,
  signs text[] not null default '{}'::text[],
  note text,
  constraint condition_report_pkey PRIMARY KEY (company_id, report_id),
  constraint condition_report_receipt UNIQUE (company_id, receipt),
  constraint condition_report_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint condition_report_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint condition_report_by_self CHECK ((source = 'self'::text) = (user_id IS NOT NULL AND state IS NOT NULL)),
  constraint condition_report_length CHECK (COALESCE(length(who), 0) <= 200 AND COALESCE(length(place), 0) <= 200 AND COALESCE(length(note), 0) <= 200),
  constraint condition_report_source_check CHECK (source = ANY (ARRAY['self'::text, 'poster'::text])),
  constraint condition_report_state_check CHECK (state = ANY (ARRAY['well'::text, 'unwell'::text, 'help'::text]))
);
create INDEX condition_report_alert ON condition_report USING btree (company_id, alert_id) WHERE (alert_id IS NOT NULL);
create INDEX condition_report_received ON condition_report USING btree (company_id, received_at);
create INDEX condition_report_user ON condition_report USING btree (company_id, user_id, done_at DESC) WHERE (user_id IS NOT NULL);

create table connection (
  company_id integer not null,
  connection_id text not null,
  office_id integer not null,
  type text not null,
  name text not null,
  secret_hash bytea not null,
  application_id text,
  topic_refused_at timestamp with time zone,
  mapping jsonb not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint connection_pkey PRIMARY KEY (company_id, connection_id),
  constraint connection_name_unique UNIQUE (company_id, office_id, name),
  constraint connection_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint connection_check CHECK (application_id IS NULL OR type = 'chirpstack'::text),
  constraint connection_type_check CHECK (type = ANY (ARRAY['chirpstack'::text, 'tts'::text]))
);
create INDEX connection_number ON connection USING btree (connection_id);

create table connection_application (
  application_id text not null,
  company_id integer not null,
  connection_id text not null,
  constraint connection_application_pkey PRIMARY KEY (application_id)
);

create table connection_device (
  company_id integer not null,
  dev_eui text not null,
  connection_id text not null,
  office_id integer not null,
  kind text not null,
  serial text not null,
  mapping jsonb,
  constraint connection_device_pkey PRIMARY KEY (company_id, dev_eui),
  constraint connection_device_serial_unique UNIQUE (company_id, office_id, kind, serial),
  constraint connection_device_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connection(company_id, connection_id) ON DELETE CASCADE,
  constraint connection_device_dev_eui_check CHECK (dev_eui ~ '^[0-9a-f]{16}$'::text),
  constraint connection_device_kind_check CHECK (kind = ANY (ARRAY['vital'::text, 'belt'::text, 'heat'::text, 'gateway'::text, 'barometer'::text]))
);

create table connection_message (
  company_id integer not null,
  connection_id text not null,
  dev_eui text not null,
  name text,
  heard_at timestamp with time zone not null,
  message jsonb,
  refusal text,
  refused_field text,
  constraint connection_message_pkey PRIMARY KEY (company_id, connection_id, dev_eui),
  constraint connection_message_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connection(company_id, connection_id) ON DELETE CASCADE
);

create table consent_act (
  company_id integer not null,
  user_id integer not null,
  at timestamp with time zone not null,
  given boolean not null,
  version smallint not null,
  language text not null,
  constraint consent_act_pkey PRIMARY KEY (company_id, user_id, at, given),
  constraint consent_act_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);

create table device (
  device_id integer not null generated always as identity,
  office_id integer not null,
  kind text not null,
  type smallint not null default 1,
  serial text collate C not null,
  installation_status smallint not null default 1,
  location_name text,
  on_map boolean not null default true,
  keep_map_info boolean not null default false,
  map_id integer,
  position_x double precision,
  position_y double precision,
  latitude double precision,
  longitude double precision,
  linked_device_id integer,
  altitude_offset_cm double precision not null default 0,
  version integer not null default 1,
  altitude_zeroed_at timestamp with time zone,
  company_id integer not null,
  rest_place boolean not null default false,
  constraint device_pkey PRIMARY KEY (company_id, device_id),
  constraint device_serial_unique UNIQUE (company_id, office_id, kind, serial),
  constraint device_company_id_linked_device_id_fkey FOREIGN KEY (company_id, linked_device_id) REFERENCES device(company_id, device_id),
  constraint device_company_id_map_id_fkey FOREIGN KEY (company_id, map_id) REFERENCES site_map(company_id, map_id),
  constraint device_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint device_installation_status_check CHECK (installation_status = ANY (ARRAY[0, 1, 9])),
  constraint device_kind_check CHECK (kind = ANY (ARRAY['vital'::text, 'belt'::text, 'heat'::text, 'gateway'::text, 'barometer'::text])),
  constraint device_type_of_kind CHECK (
CASE kind
    WHEN 'vital'::text THEN type = ANY (ARRAY[1, 3])
    WHEN 'belt'::text THEN type = 2
    WHEN 'gateway'::text THEN type = ANY (ARRAY[1, 2])
    ELSE type = 1
END)
);
create INDEX device_linked ON device USING btree (company_id, linked_device_id) WHERE (linked_device_id IS NOT NULL);
create INDEX device_map ON device USING btree (company_id, map_id) WHERE (map_id IS NOT NULL);
create INDEX device_rest_place ON device USING btree (company_id) WHERE rest_place;
create INDEX device_serial ON device USING btree (company_id, serial, kind);

create table device_alarm (
  company_id integer not null,
  alarm_id bigint not null generated always as identity,
  device_id integer not null,
  kind text not null,
  office_id integer not null,
  user_id integer,
  gateway_id integer,
  since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  window_ms integer not null,
  held_until timestamp with time zone,
  due_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  state text not null,
  alert_id integer,
  constraint device_alarm_pkey PRIMARY KEY (company_id, alarm_id),
  constraint device_alarm_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint device_alarm_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE,
  constraint device_alarm_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint device_alarm_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint device_alarm_kind_check CHECK (kind = ANY (ARRAY['fall'::text, 'noMotion'::text, 'deviceHeat'::text, 'help'::text])),
  constraint device_alarm_state_check CHECK (state = ANY (ARRAY['pending'::text, 'opened'::text, 'cancelled'::text]))
);
create INDEX device_alarm_device ON device_alarm USING btree (company_id, device_id);
create INDEX device_alarm_due ON device_alarm USING btree (due_at) WHERE (state = 'pending'::text);

create table device_state (
  device_id integer not null,
  last_at timestamp with time zone,
  battery smallint,
  slave_battery smallint,
  signal smallint,
  wave_level smallint,
  gateway_id integer,
  latitude double precision,
  longitude double precision,
  interval_minutes real,
  wbgt real,
  temperature real,
  humidity real,
  globe real,
  heat_level smallint,
  pressure real,
  hook smallint,
  altitude_cm real,
  judge json,
  company_id integer not null,
  changed_at timestamp with time zone not null default now(),
  clock jsonb,
  heard_at timestamp with time zone,
  quiet_since timestamp with time zone,
  position_at timestamp with time zone,
  accuracy real,
  wbgt_estimated boolean not null default false,
  constraint device_state_pkey PRIMARY KEY (company_id, device_id),
  constraint device_state_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE
);

create table doubtful_heart (
  company_id integer not null,
  device_id integer not null,
  day date not null,
  user_id integer not null,
  kind text not null,
  constraint doubtful_heart_pkey PRIMARY KEY (company_id, device_id, day, user_id, kind),
  constraint doubtful_heart_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE,
  constraint doubtful_heart_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint doubtful_heart_kind_check CHECK (kind = ANY (ARRAY['narrow'::text, 'different'::text]))
);

create table doubtful_heart_count (
  company_id integer not null,
  counted_on date not null,
  constraint doubtful_heart_count_pkey PRIMARY KEY (company_id),
  constraint doubtful_heart_count_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
);

create table downlink (
  downlink_id bigint not null generated always as identity,
  office_id integer not null,
  device_id integer not null,
  payload jsonb not null,
  state text not null default 'pending'::text,
  created_by text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  attempts smallint not null default 0,
  next_try_at timestamp with time zone,
  acked_at timestamp with time zone,
  error text,
  owed_since timestamp with time zone,
  company_id integer not null,
  constraint downlink_pkey PRIMARY KEY (company_id, downlink_id),
  constraint downlink_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE,
  constraint downlink_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint downlink_state_check CHECK (state = ANY (ARRAY['pending'::text, 'sent'::text, 'acknowledged'::text, 'failed'::text, 'expired'::text, 'superseded'::text]))
);
create INDEX downlink_device ON downlink USING btree (company_id, device_id, downlink_id DESC);
create UNIQUE INDEX downlink_one_on_its_way ON downlink USING btree (company_id, device_id) WHERE (state = 'sent'::text);
create UNIQUE INDEX downlink_one_waiting ON downlink USING btree (company_id, device_id) WHERE (state = 'pending'::text);
create INDEX downlink_open ON downlink USING btree (company_id, office_id, downlink_id) WHERE (state = ANY (ARRAY['pending'::text, 'sent'::text]));
create INDEX downlink_owed ON downlink USING btree (company_id, device_id) WHERE (owed_since IS NOT NULL);

create table drill_schedule (
  company_id integer not null,
  office_id integer not null,
  weekday smallint,
  starts_at time without time zone,
  done_on date,
  version integer not null default 1,
  constraint drill_schedule_pkey PRIMARY KEY (company_id, office_id),
  constraint drill_schedule_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint drill_schedule_weekday_check CHECK (weekday >= 0 AND weekday <= 6),
  constraint drill_schedule_whole CHECK ((weekday IS NULL) = (starts_at IS NULL))
);

create table duty (
  company_id integer not null,
  office_id integer not null,
  version integer not null,
  valid_from date not null,
  starts_at timestamp with time zone not null,
  line jsonb not null,
  employers jsonb not null,
  procedures text,
  texts jsonb not null,
  made_at timestamp with time zone not null,
  made_by integer not null,
  made_by_name text not null,
  constraint duty_pkey PRIMARY KEY (company_id, office_id, version),
  constraint duty_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint duty_version_check CHECK (version >= 1)
);

create table duty_briefing (
  company_id integer not null,
  briefing_id integer not null generated always as identity,
  office_id integer not null,
  version integer not null,
  user_id integer not null,
  briefed_at timestamp with time zone not null,
  means text not null,
  language text not null,
  speaker text not null,
  speaker_id integer,
  recorded_at timestamp with time zone not null,
  recorded_by integer not null,
  constraint duty_briefing_pkey PRIMARY KEY (company_id, briefing_id),
  constraint duty_briefing_company_id_office_id_version_fkey FOREIGN KEY (company_id, office_id, version) REFERENCES duty(company_id, office_id, version),
  constraint duty_briefing_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint duty_briefing_means_check CHECK (means = ANY (ARRAY['meeting'::text, 'page'::text, 'paper'::text]))
);
create UNIQUE INDEX duty_briefing_once ON duty_briefing USING btree (company_id, office_id, version, user_id, means, briefed_at);
create UNIQUE INDEX duty_briefing_page ON duty_briefing USING btree (company_id, office_id, version, user_id) WHERE (means = 'page'::text);
create INDEX duty_briefing_user ON duty_briefing USING btree (company_id, user_id, office_id, version, briefed_at);

create table duty_rota (
  company_id integer not null,
  office_id integer not null,
  version integer not null default 1,
  day_from smallint not null,
  night_from smallint not null,
  day_places smallint not null,
  night_places smallint not null,
  constraint duty_rota_pkey PRIMARY KEY (company_id, office_id),
  constraint duty_rota_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint duty_rota_hours_check CHECK (day_from >= 0 AND day_from < night_from AND night_from < 1440),
  constraint duty_rota_places_check CHECK (day_places >= 1 AND day_places <= 5 AND night_places >= 1 AND night_places <= 5)
);

create table duty_rota_gap_notice (
  company_id integer not null,
  office_id integer not null,
  duty_on date not null,
  shift text not null,
  place smallint not null,
  sent_at timestamp with time zone not null,
  constraint duty_rota_gap_notice_pkey PRIMARY KEY (company_id, office_id, duty_on, shift, place),
  constraint duty_rota_gap_notice_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint duty_rota_gap_notice_shift_check CHECK (shift = ANY (ARRAY['day'::text, 'night'::text, 'week'::text]))
);

create table duty_rota_override (
  company_id integer not null,
  override_id integer not null generated always as identity,
  office_id integer not null,
  duty_on date not null,
  shift text not null,
  place smallint not null,
  user_id integer not null,
  instead_of integer,
  reason text not null,
  decided_by integer not null,
  decided_by_name text not null,
  decided_at timestamp with time zone not null,
  constraint duty_rota_override_pkey PRIMARY KEY (company_id, override_id),
  constraint duty_rota_override_once UNIQUE (company_id, office_id, duty_on, shift, place),
  constraint duty_rota_override_company_id_instead_of_fkey FOREIGN KEY (company_id, instead_of) REFERENCES app_user(company_id, user_id),
  constraint duty_rota_override_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint duty_rota_override_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint duty_rota_override_place_check CHECK (place >= 1 AND place <= 5),
  constraint duty_rota_override_shift_check CHECK (shift = ANY (ARRAY['day'::text, 'night'::text]))
);
create INDEX duty_rota_override_user ON duty_rota_override USING btree (company_id, user_id);

create table duty_rota_place (
  company_id integer not null,
  office_id integer not null,
  duty_on date not null,
  shift text not null,
  place smallint not null,
  user_id integer not null,
  constraint duty_rota_place_pkey PRIMARY KEY (company_id, office_id, duty_on, shift, place),
  constraint duty_rota_place_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint duty_rota_place_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint duty_rota_place_place_check CHECK (place >= 1 AND place <= 5),
  constraint duty_rota_place_shift_check CHECK (shift = ANY (ARRAY['day'::text, 'night'::text]))
);
create INDEX duty_rota_place_user ON duty_rota_place USING btree (company_id, user_id);

create table erased_entry (
  company_id integer not null,
  erase_id bigint not null,
  audit_id bigint not null,
  paths text[] not null,
  rewritten bytea,
  constraint erased_entry_pkey PRIMARY KEY (company_id, erase_id, audit_id),
  constraint erased_entry_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE
);

create table erasure (
  company_id integer not null,
  erasure_id uuid not null,
  user_id integer not null,
  erased_at timestamp with time zone not null,
  noted_at timestamp with time zone not null,
  salt bytea not null,
  account bytea not null,
  marks bytea,
  sweeps smallint not null default 0,
  copied boolean not null default false,
  constraint erasure_pkey PRIMARY KEY (company_id, erasure_id),
  constraint erasure_company_id_user_id_key UNIQUE (company_id, user_id),
  constraint erasure_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE
);
create INDEX erasure_copied ON erasure USING btree (company_id) WHERE (NOT copied);
create INDEX erasure_swept ON erasure USING btree (company_id, noted_at) WHERE (marks IS NOT NULL);

create table escalation (
  company_id integer not null,
  alert_id integer not null,
  since timestamp with time zone not null,
  step smallint not null default 0,
  due_at timestamp with time zone not null,
  handed_over boolean not null default false,
  event_id bigint,
  constraint escalation_pkey PRIMARY KEY (company_id, alert_id),
  constraint escalation_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE
);
create INDEX escalation_due ON escalation USING btree (due_at);

create table evening_forecast (
  station text not null,
  day date not null,
  issued_at timestamp with time zone not null,
  wbgt real[] not null,
  constraint evening_forecast_pkey PRIMARY KEY (station, day),
  constraint evening_forecast_wbgt CHECK (cardinality(wbgt) = 25)
);

create table failed_sign_in (
  company_id integer not null,
  user_id integer,
  kind text not null,
  network text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  address text not null,
  failures integer not null,
  is_logged boolean not null default false,
  constraint failed_sign_in_company_id_user_id_kind_network_key UNIQUE NULLS NOT DISTINCT (company_id, user_id, kind, network),
  constraint failed_sign_in_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE,
  constraint failed_sign_in_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE,
  constraint failed_sign_in_kind_check CHECK (kind = ANY (ARRAY['wrong'::text, 'locked'::text, 'own'::text, 'noAccount'::text, 'otherSubject'::text, 'pin'::text]))
);
create INDEX failed_sign_in_over ON failed_sign_in USING btree (first_at);
create INDEX failed_sign_in_to_log ON failed_sign_in USING btree (first_at) WHERE (NOT is_logged);

create table forecast_check (
  company_id integer not null,
  office_id integer not null,
  device_id integer not null,
  day date not null,
  place text not null,
  station text not null,
  forecast real[] not null,
  site real[] not null,
  measured real[] not null,
  compared smallint not null,
  error_sum double precision not null,
  absolute_sum double precision not null,
  public_sum double precision not null,
  worst_hour smallint not null,
  worst_by double precision not null,
  constraint forecast_check_pkey PRIMARY KEY (company_id, office_id, device_id, day),
  constraint forecast_check_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint forecast_check_compared CHECK (compared >= 1 AND compared <= 24),
  constraint forecast_check_hours CHECK (cardinality(forecast) = 24 AND cardinality(site) = 24 AND cardinality(measured) = 24)
);
create INDEX forecast_check_day ON forecast_check USING btree (company_id, office_id, day);

create table forecast_difference (
  company_id integer not null,
  device_id integer not null,
  office_id integer not null,
  place text not null,
  station text not null,
  difference real[] not null,
  days smallint[] not null,
  pooled boolean[] not null,
  constraint forecast_difference_pkey PRIMARY KEY (company_id, device_id),
  constraint forecast_difference_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE,
  constraint forecast_difference_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint forecast_difference_cells CHECK (cardinality(difference) = 72 AND cardinality(days) = 72 AND cardinality(pooled) = 72)
);
create INDEX forecast_difference_office ON forecast_difference USING btree (company_id, office_id);

create table forecast_due (
  company_id integer not null,
  office_id integer not null,
  hour timestamp with time zone not null,
  constraint forecast_due_pkey PRIMARY KEY (company_id, office_id, hour)
);
create INDEX forecast_due_hour ON forecast_due USING btree (hour);

create table group_email (
  group_id integer not null,
  email text not null,
  company_id integer not null,
  constraint group_email_pkey PRIMARY KEY (company_id, group_id, email),
  constraint group_email_company_id_group_id_fkey FOREIGN KEY (company_id, group_id) REFERENCES work_group(company_id, group_id) ON DELETE CASCADE
);
create UNIQUE INDEX group_email_one ON group_email USING btree (company_id, group_id, lower(email));

create table group_rest_day (
  company_id integer not null,
  office_id integer not null,
  day date not null,
  group_id integer not null,
  rest_quarters integer not null,
  constraint group_rest_day_pkey PRIMARY KEY (company_id, office_id, day, group_id),
  constraint group_rest_day_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
);

create table heard_elsewhere (
  company_id integer not null,
  device_id integer not null,
  office_id integer not null,
  heard_at timestamp with time zone not null,
  constraint heard_elsewhere_pkey PRIMARY KEY (company_id, device_id, office_id),
  constraint heard_elsewhere_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE,
  constraint heard_elsewhere_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);
create INDEX heard_elsewhere_office ON heard_elsewhere USING btree (company_id, office_id, heard_at);

create table heat_due (
  company_id integer not null,
  device_id integer not null,
  slot timestamp with time zone not null,
  serial text not null,
  constraint heat_due_pkey PRIMARY KEY (company_id, device_id, slot)
);
create INDEX heat_due_slot ON heat_due USING btree (slot);

create table heat_summary (
  company_id integer not null,
  office_id integer not null,
  device_id integer not null,
  slot timestamp with time zone not null,
  serial text not null,
  source text not null,
  wbgt_max real,
  wbgt_sum double precision not null default 0,
  wbgt_count integer not null default 0,
  temperature_max real,
  estimated_count integer,
  constraint heat_summary_pkey PRIMARY KEY (company_id, device_id, slot, office_id),
  constraint heat_summary_source CHECK ((source = 'public'::text) = (device_id = 0)),
  constraint heat_summary_source_check CHECK (source = ANY (ARRAY['measured'::text, 'public'::text]))
);
create INDEX heat_summary_measured ON heat_summary USING btree (company_id, office_id, slot) WHERE ((source = 'measured'::text) AND (wbgt_count > 0));
create INDEX heat_summary_office ON heat_summary USING btree (company_id, office_id, slot);

create table hourly_summary (
  company_id integer not null,
  user_id integer not null,
  office_id integer not null,
  hour timestamp with time zone not null,
  group_id integer,
  readings integer not null default 0,
  heart_rate_max smallint,
  heart_rate_sum integer not null default 0,
  heart_rate_count integer not null default 0,
  wbgt_max real,
  wbgt_sum double precision not null default 0,
  wbgt_count integer not null default 0,
  excess_max real,
  excess_sum double precision not null default 0,
  excess_count integer,
  level_max smallint,
  connected_minutes smallint not null default 0,
  level1_minutes smallint not null default 0,
  level2_minutes smallint not null default 0,
  level3_minutes smallint not null default 0,
  heat_minutes smallint,
  exposure_minutes smallint,
  alerts integer not null default 0,
  heart_level_max smallint,
  heart_level1_minutes smallint,
  heart_level2_minutes smallint,
  heart_level3_minutes smallint,
  constraint hourly_summary_pkey PRIMARY KEY (company_id, user_id, hour, office_id),
  constraint hourly_summary_company_id_user_id_fkey1 FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);
create INDEX hourly_summary_office ON hourly_summary USING btree (company_id, office_id, user_id, hour);

create table identity_provider (
  company_id integer not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  claim text not null,
  matches text not null,
  domains text[] not null default '{}'::text[],
  enabled boolean not null,
  version integer not null default 1,
  constraint identity_provider_pkey PRIMARY KEY (company_id),
  constraint identity_provider_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE,
  constraint identity_provider_matches_check CHECK (matches = ANY (ARRAY['loginId'::text, 'email'::text]))
);

create table identity_subject (
  company_id integer not null,
  user_id integer not null,
  issuer text not null,
  subject text not null,
  constraint identity_subject_pkey PRIMARY KEY (company_id, user_id),
  constraint identity_subject_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE
);

create table ingest_count (
  company_id integer not null,
  office_id integer not null,
  minute timestamp with time zone not null,
  key_id text not null,
  outcome text not null,
  reason text not null,
  readings integer not null,
  constraint ingest_count_pkey PRIMARY KEY (company_id, office_id, minute, key_id, outcome, reason),
  constraint ingest_count_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint ingest_count_outcome CHECK (outcome = ANY (ARRAY['accepted'::text, 'duplicate'::text, 'refused'::text])),
  constraint ingest_count_reason CHECK ((outcome = 'refused'::text) = (reason <> ''::text))
);
create INDEX ingest_count_minute ON ingest_count USING btree (minute);

create table ingest_hour (
  company_id integer not null,
  office_id integer not null,
  hour timestamp with time zone not null,
  key_id text not null,
  outcome text not null,
  reason text not null,
  readings bigint not null,
  constraint ingest_hour_pkey PRIMARY KEY (company_id, office_id, hour, key_id, outcome, reason),
  constraint ingest_hour_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);
create INDEX ingest_hour_hour ON ingest_hour USING btree (hour);

create table ingest_key (
  key_id text not null,
  office_id integer not null,
  name text not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  company_id integer not null,
  ends_at timestamp with time zone,
  told_days_before smallint,
  subscribed_at timestamp with time zone,
  is_trial boolean not null default false,
  constraint ingest_key_pkey PRIMARY KEY (company_id, key_id),
  constraint ingest_key_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id)
);
create INDEX ingest_key_ends ON ingest_key USING btree (ends_at) WHERE (revoked_at IS NULL);
create UNIQUE INDEX ingest_key_name_unique ON ingest_key USING btree (company_id, office_id, name) WHERE (revoked_at IS NULL);
create INDEX ingest_key_number ON ingest_key USING btree (key_id);
create INDEX ingest_key_office ON ingest_key USING btree (company_id, office_id);

create table ingest_refusal (
  company_id integer not null,
  office_id integer not null,
  key_id text not null,
  day date not null,
  kind text not null,
  serial text not null,
  field text not null,
  reason text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  readings integer not null,
  value text,
  constraint ingest_refusal_pkey PRIMARY KEY (company_id, office_id, key_id, day, kind, serial, field, reason),
  constraint ingest_refusal_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);

create table ingest_sender (
  company_id integer not null,
  office_id integer not null,
  key_id text not null,
  last_at timestamp with time zone not null,
  via text not null,
  deleted_at timestamp with time zone,
  name text,
  type text,
  constraint ingest_sender_pkey PRIMARY KEY (company_id, office_id, key_id),
  constraint ingest_sender_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint ingest_sender_deleted CHECK (num_nonnulls(deleted_at, name, type) = ANY (ARRAY[0, 3])),
  constraint ingest_sender_via CHECK (via = ANY (ARRAY['http'::text, 'mqtt'::text]))
);

create table job (
  job_id uuid not null,
  user_id integer not null,
  file_name text not null,
  state text not null default 'running'::text,
  done integer not null default 0,
  total integer not null default 0,
  result jsonb,
  messages jsonb,
  error text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  kind text not null,
  office_id integer,
  company_id integer not null,
  request jsonb,
  attempts smallint not null default 0,
  file_key text,
  file_type text,
  file_bytes bigint,
  constraint job_pkey PRIMARY KEY (company_id, job_id),
  constraint job_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE,
  constraint job_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint job_file_whole CHECK ((file_key IS NULL) = (file_type IS NULL) AND (file_key IS NULL) = (file_bytes IS NULL)),
  constraint job_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))
);
create INDEX job_office ON job USING btree (company_id, office_id);
create INDEX job_user ON job USING btree (user_id, created_at);
create INDEX job_waiting ON job USING btree (created_at) WHERE (state = 'waiting'::text);

create table job_run (
  job text not null,
  every_seconds integer not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  took_ms integer,
  error text,
  failed_at timestamp with time zone,
  failing_since timestamp with time zone,
  constraint job_run_pkey PRIMARY KEY (job)
);

create table kept_answer (
  company_id integer not null,
  user_id integer not null,
  key_hash bytea not null,
  request_hash bytea not null,
  made_at timestamp with time zone not null,
  answer text,
  constraint kept_answer_pkey PRIMARY KEY (company_id, user_id, key_hash),
  constraint kept_answer_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE,
  constraint kept_answer_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE
);
create INDEX kept_answer_made ON kept_answer USING btree (made_at);

create table login (
  login_key text collate C not null,
  company_id integer not null,
  constraint login_pkey PRIMARY KEY (login_key),
  constraint login_company_id_login_key_key UNIQUE (company_id, login_key),
  constraint login_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
);

create table login_failure (
  address text not null,
  at timestamp with time zone not null
);
create INDEX login_failure_address_at ON login_failure USING btree (address, at DESC);
create INDEX login_failure_at ON login_failure USING btree (at);

create table master_setting (
  company_id integer not null,
  office_id integer,
  type text not null,
  key text not null,
  value text,
  version integer not null default 1,
  constraint master_setting_unique UNIQUE NULLS NOT DISTINCT (company_id, office_id, type, key),
  constraint master_setting_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE,
  constraint master_setting_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);

create table monthly_due (
  company_id integer not null,
  user_id integer not null,
  constraint monthly_due_pkey PRIMARY KEY (company_id, user_id),
  constraint monthly_due_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);

create table monthly_summary (
  company_id integer not null,
  office_id integer not null,
  month date not null,
  user_id integer not null,
  hour_days integer not null,
  reading_days integer not null,
  heart_days integer not null,
  heat_days integer not null,
  long_days integer not null,
  heat_minutes integer not null,
  heat_by_day smallint[] not null,
  constraint monthly_summary_pkey PRIMARY KEY (company_id, office_id, month, user_id),
  constraint monthly_summary_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);

create table monthly_wait (
  since timestamp with time zone not null,
  constraint monthly_wait_pkey PRIMARY KEY (since)
);

create table morning_check (
  company_id integer not null,
  user_id integer not null,
  day date not null,
  office_id integer not null,
  answered_at timestamp with time zone not null,
  answers jsonb,
  counted text[] not null default '{}'::text[],
  source text not null,
  answered_by integer,
  talked_at timestamp with time zone,
  talked_by integer,
  moved_at timestamp with time zone,
  moved_by integer,
  moved_to text,
  constraint morning_check_pkey PRIMARY KEY (company_id, user_id, day),
  constraint morning_check_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint morning_check_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint morning_check_refused CHECK (answers IS NOT NULL OR counted = '{}'::text[]),
  constraint morning_check_source CHECK (source = ANY (ARRAY['leader'::text, 'self'::text, 'gate'::text]))
);
create INDEX morning_check_age ON morning_check USING btree (answered_at);
create INDEX morning_check_office ON morning_check USING btree (company_id, office_id, day);

create table named_place (
  company_id integer not null,
  place_id integer not null generated always as identity,
  office_id integer not null,
  name text not null,
  latitude double precision,
  longitude double precision,
  rest_place boolean not null default false,
  constraint named_place_pkey PRIMARY KEY (company_id, place_id),
  constraint named_place_name_unique UNIQUE (company_id, office_id, name),
  constraint named_place_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);
create INDEX named_place_rest_place ON named_place USING btree (company_id) WHERE rest_place;

create table notification_channel (
  company_id integer not null,
  channel_id text not null,
  office_id integer,
  type text not null,
  name text not null,
  is_enabled boolean not null default true,
  sealed_url bytea,
  masked_url text,
  settings jsonb not null default '{}'::jsonb,
  sealed_secrets bytea,
  secret_names text[] not null default '{}'::text[],
  level smallint not null,
  kinds text[] not null,
  hours_from text,
  hours_to text,
  language text not null default 'ja'::text,
  with_names boolean not null default false,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  failure text,
  failure_told_at timestamp with time zone,
  paused_until timestamp with time zone,
  sealed_signing bytea,
  sealed_former_signing bytea,
  former_signs_until timestamp with time zone,
  constraint notification_channel_pkey PRIMARY KEY (company_id, channel_id),
  constraint notification_channel_name_unique UNIQUE NULLS NOT DISTINCT (company_id, office_id, name),
  constraint notification_channel_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint notification_channel_check CHECK ((hours_from IS NULL) = (hours_to IS NULL)),
  constraint notification_channel_level_check CHECK (level >= 1 AND level <= 4),
  constraint notification_channel_type_check CHECK (type = ANY (ARRAY['webhook'::text, 'teams'::text, 'slack'::text, 'lineworks'::text, 'line'::text, 'chatwork'::text, 'sms'::text]))
);

create table office (
  office_id integer not null generated always as identity,
  company_id integer not null,
  base_code text not null,
  name text not null,
  opens_at time without time zone not null default '06:00:00'::time without time zone,
  closes_at time without time zone not null default '20:00:00'::time without time zone,
  emergency_phone text,
  hospital_name text,
  hospital_phone text,
  public_wbgt_station text,
  procedures text,
  metabolic_class smallint not null default 2,
  acclimatised boolean not null default false,
  clothing text not null default 'workClothes'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  map_version integer not null default 0,
  maps_changed_at timestamp with time zone,
  last_admin_number integer not null default 0,
  archived_at timestamp with time zone,
  address text,
  constraint office_pkey PRIMARY KEY (company_id, office_id),
  constraint office_base_code_unique UNIQUE (company_id, base_code),
  constraint office_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint office_metabolic_class_check CHECK (metabolic_class >= 0 AND metabolic_class <= 4)
);

create table office_link (
  company_id integer not null,
  link_id text not null,
  office_id integer not null,
  name text not null,
  secret_hash bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_by text,
  revoked_at timestamp with time zone,
  ends_at timestamp with time zone,
  kind text not null,
  constraint office_link_pkey PRIMARY KEY (company_id, link_id),
  constraint office_link_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint office_link_kind CHECK (kind = ANY (ARRAY['wallboard'::text, 'poster'::text, 'morningCheck'::text]))
);
create UNIQUE INDEX office_link_name_unique ON office_link USING btree (company_id, office_id, kind, name) WHERE (revoked_at IS NULL);
create INDEX office_link_number ON office_link USING btree (link_id);
create INDEX office_link_office ON office_link USING btree (company_id, office_id);

create table operation_state (
  part text not null,
  state text not null,
  since timestamp with time zone not null,
  told_at timestamp with time zone,
  seen_at timestamp with time zone,
  reasons text[] not null default '{}'::text[],
  constraint operation_state_pkey PRIMARY KEY (part),
  constraint operation_state_state_check CHECK (state = ANY (ARRAY['normal'::text, 'attention'::text, 'needsHand'::text, 'unknown'::text, 'unused'::text]))
);

create table outbox_file (
  company_id integer not null,
  file_id bigint not null generated always as identity,
  created_at timestamp with time zone not null,
  name text not null,
  media_type text not null,
  content bytea,
  constraint outbox_file_pkey PRIMARY KEY (company_id, file_id),
  constraint outbox_file_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE
);
create INDEX outbox_file_contents ON outbox_file USING btree (company_id, created_at) WHERE (content IS NOT NULL);

create table outbox_mail (
  mail_id bigint not null generated always as identity,
  alert_id integer,
  company_id integer not null,
  created_at timestamp with time zone not null default now(),
  recipients jsonb not null,
  subject text not null,
  body text not null,
  attempts smallint not null default 0,
  next_try_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  error text,
  delivered_to text[] not null default '{}'::text[],
  refused jsonb not null default '[]'::jsonb,
  failed_at timestamp with time zone,
  office_id integer,
  html text,
  address_key text,
  digest jsonb,
  resent_at timestamp with time zone,
  urgent boolean not null default false,
  body_removed_at timestamp with time zone,
  file_id bigint,
  traceparent text,
  constraint outbox_mail_pkey PRIMARY KEY (company_id, mail_id),
  constraint outbox_mail_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id),
  constraint outbox_mail_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES outbox_file(company_id, file_id),
  constraint outbox_mail_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE
);
create INDEX outbox_mail_addresses ON outbox_mail USING btree (company_id, address_key, created_at) WHERE (address_key IS NOT NULL);
create INDEX outbox_mail_alert ON outbox_mail USING btree (company_id, alert_id) WHERE (alert_id IS NOT NULL);
create INDEX outbox_mail_bodies ON outbox_mail USING btree (company_id, created_at) WHERE (body_removed_at IS NULL);
create INDEX outbox_mail_created ON outbox_mail USING btree (created_at);
create INDEX outbox_mail_due ON outbox_mail USING btree (urgent DESC, next_try_at, mail_id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
create INDEX outbox_mail_file ON outbox_mail USING btree (company_id, file_id) WHERE (file_id IS NOT NULL);
create INDEX outbox_mail_newest ON outbox_mail USING btree (company_id, created_at DESC, mail_id DESC);

create table outbox_push (
  company_id integer not null,
  push_id bigint not null generated always as identity,
  subscription_id integer not null,
  alert_id integer,
  created_at timestamp with time zone not null,
  payload jsonb not null,
  attempts smallint not null default 0,
  next_try_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  error text,
  digest boolean not null default false,
  escalated boolean not null default false,
  traceparent text,
  constraint outbox_push_pkey PRIMARY KEY (company_id, push_id),
  constraint outbox_push_company_id_alert_id_fkey FOREIGN KEY (company_id, alert_id) REFERENCES alert(company_id, alert_id) ON DELETE CASCADE,
  constraint outbox_push_company_id_subscription_id_fkey FOREIGN KEY (company_id, subscription_id) REFERENCES push_subscription(company_id, subscription_id) ON DELETE CASCADE
);
create INDEX outbox_push_alert ON outbox_push USING btree (company_id, alert_id) WHERE (alert_id IS NOT NULL);
create INDEX outbox_push_created ON outbox_push USING btree (created_at);
create INDEX outbox_push_due ON outbox_push USING btree (next_try_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
create INDEX outbox_push_subscription ON outbox_push USING btree (company_id, subscription_id, created_at);

create table passkey (
  company_id integer not null,
  credential_id text not null,
  user_id integer not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (company_id, credential_id),
  constraint passkey_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);
create INDEX passkey_person ON passkey USING btree (company_id, user_id);

create table passkey_draft (
  company_id integer not null,
  session_id uuid not null,
  challenge text not null,
  name text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_draft_pkey PRIMARY KEY (company_id, session_id),
  constraint passkey_draft_company_id_session_id_fkey FOREIGN KEY (company_id, session_id) REFERENCES session(company_id, session_id) ON DELETE CASCADE
);

create table person_hold (
  company_id integer not null,
  user_id integer not null,
  reason text not null,
  ends_on date not null,
  held_at timestamp with time zone not null,
  held_by integer not null,
  held_by_name text not null,
  constraint person_hold_pkey PRIMARY KEY (company_id, user_id),
  constraint person_hold_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id) ON DELETE CASCADE,
  constraint person_hold_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE
);

create table planned_rest (
  company_id integer not null,
  office_id integer not null,
  day date not null,
  group_id integer not null,
  issued_at timestamp with time zone not null,
  people integer not null,
  unacclimatised integer not null,
  first_hour timestamp with time zone not null,
  work_minutes smallint[] not null,
  rest_minutes smallint[] not null,
  unacclimatised_minutes smallint[] not null,
  constraint planned_rest_pkey PRIMARY KEY (company_id, office_id, day, group_id),
  constraint planned_rest_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);

create table product_secret (
  name text not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  constraint product_secret_pkey PRIMARY KEY (name)
);

create table public_alert (
  day date not null,
  area_code text not null,
  file_at timestamp with time zone not null,
  area_name text not null,
  station_prefix text not null,
  announced_at timestamp with time zone not null,
  flag smallint not null,
  constraint public_alert_pkey PRIMARY KEY (day, area_code, file_at),
  constraint public_alert_flag_check CHECK (flag >= 0 AND flag <= 3)
);

create table public_alert_file (
  file_at timestamp with time zone not null,
  state text not null,
  tries integer not null,
  tried_at timestamp with time zone not null,
  stations_sum text not null,
  constraint public_alert_file_pkey PRIMARY KEY (file_at),
  constraint public_alert_file_state_check CHECK (state = ANY (ARRAY['read'::text, 'incomplete'::text, 'unreadable'::text, 'missing'::text, 'unreachable'::text]))
);

create table public_station_fetch (
  station text not null,
  observed_requested_at timestamp with time zone not null,
  forecast_requested_at timestamp with time zone,
  forecast_answered boolean not null default false,
  forecast_issued_at timestamp with time zone,
  constraint public_station_fetch_pkey PRIMARY KEY (station)
);

create table public_wbgt (
  station text not null,
  at timestamp with time zone not null,
  kind text not null,
  wbgt real not null,
  fetched_at timestamp with time zone not null default now(),
  issued_at timestamp with time zone,
  constraint public_wbgt_pkey PRIMARY KEY (station, at, kind),
  constraint public_wbgt_kind_check CHECK (kind = ANY (ARRAY['measured'::text, 'estimated'::text, 'forecast'::text]))
);

create table push_subscription (
  company_id integer not null,
  subscription_id integer not null generated always as identity,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null,
  paused_until timestamp with time zone,
  end_told_days smallint,
  constraint push_subscription_pkey PRIMARY KEY (company_id, subscription_id),
  constraint push_subscription_company_id_session_id_key UNIQUE (company_id, session_id),
  constraint push_subscription_company_id_session_id_fkey FOREIGN KEY (company_id, session_id) REFERENCES session(company_id, session_id) ON DELETE CASCADE
);
create INDEX push_subscription_endpoint ON push_subscription USING btree (endpoint);

create table read_key (
  company_id integer not null,
  key_id text not null,
  number integer not null,
  name text not null,
  scopes text[] not null,
  office_ids integer[],
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  ends_at timestamp with time zone not null,
  told_days_before smallint,
  stopped_at timestamp with time zone,
  stopped_by text,
  last_used_at timestamp with time zone,
  last_address text,
  constraint read_key_pkey PRIMARY KEY (company_id, key_id),
  constraint read_key_number_unique UNIQUE (company_id, number),
  constraint read_key_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint read_key_number_check CHECK (number > 0),
  constraint read_key_office_ids_check CHECK (cardinality(office_ids) > 0),
  constraint read_key_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['condition'::text, 'vitals'::text, 'alerts'::text, 'reports'::text, 'devices'::text, 'plan'::text])
);
create INDEX read_key_ends ON read_key USING btree (ends_at) WHERE (stopped_at IS NULL);
create INDEX read_key_id ON read_key USING btree (key_id);
create UNIQUE INDEX read_key_name_unique ON read_key USING btree (company_id, name) WHERE (stopped_at IS NULL);

create table read_key_use (
  company_id integer not null,
  key_id text not null,
  minute timestamp with time zone not null,
  method text not null,
  path text not null,
  result text not null,
  address text not null,
  reads integer not null,
  items bigint,
  last_at timestamp with time zone not null,
  constraint read_key_use_pkey PRIMARY KEY (company_id, key_id, minute, method, path, result, address),
  constraint read_key_use_company_id_key_id_fkey FOREIGN KEY (company_id, key_id) REFERENCES read_key(company_id, key_id) ON DELETE CASCADE
);
create INDEX read_key_use_last ON read_key_use USING btree (company_id, last_at DESC);
create INDEX read_key_use_minute ON read_key_use USING btree (minute);
create INDEX read_key_use_newest ON read_key_use USING btree (last_at DESC);

create table reading (
  company_id integer not null,
  device_id integer not null,
  at timestamp with time zone not null,
  call boolean not null default false,
  office_id integer not null,
  user_id integer,
  group_id integer,
  received_at timestamp with time zone not null,
  heart_rate smallint,
  wbgt real,
  wbgt_source text,
  wbgt_device_id integer,
  excess real,
  heart_level smallint,
  heat_level smallint,
  total_level smallint,
  temperature real,
  humidity real,
  globe real,
  hook smallint,
  pressure real,
  altitude_cm real,
  wave_level smallint,
  battery smallint,
  slave_battery smallint,
  signal smallint,
  gateway_id integer,
  latitude double precision,
  longitude double precision,
  exposed boolean,
  device_at timestamp with time zone,
  interval_minutes real,
  wbgt_rank smallint,
  gap_seconds smallint,
  alarm text,
  constraint reading_once PRIMARY KEY (company_id, device_id, at, call),
  constraint reading_wbgt_source CHECK (wbgt_source = ANY (ARRAY['measured'::text, 'estimated'::text, 'public'::text])) NOT VALID
) partition by RANGE (at);
create INDEX reading_device_at ON ONLY reading USING btree (company_id, device_id, device_at) WHERE (device_at IS NOT NULL);
create INDEX reading_user_at ON ONLY reading USING btree (company_id, user_id, at) WHERE (user_id IS NOT NULL);

create table recovery_code (
  company_id integer not null,
  user_id integer not null,
  code_hash bytea not null,
  salt bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (company_id, user_id, code_hash),
  constraint recovery_code_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);

create table reference_change (
  company_id integer not null,
  office_id integer not null,
  people integer not null,
  constraint reference_change_pkey PRIMARY KEY (company_id, office_id),
  constraint reference_change_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);

create table report_schedule (
  company_id integer not null,
  schedule_id integer not null generated always as identity,
  office_id integer not null,
  kind text not null,
  sends_at time without time zone not null,
  addresses text[] not null,
  enabled boolean not null default true,
  sender_company_id integer not null,
  sender_id integer not null,
  done_on date,
  problem text,
  version integer not null default 1,
  roles text[] not null default '{}'::text[],
  sent_at timestamp with time zone,
  sent_to integer,
  retry_at timestamp with time zone,
  constraint report_schedule_pkey PRIMARY KEY (company_id, schedule_id),
  constraint report_schedule_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE,
  constraint report_schedule_addresses_check CHECK (cardinality(addresses) <= 50),
  constraint report_schedule_kind_check CHECK (kind = ANY (ARRAY['daily'::text, 'monthly'::text, 'planTomorrow'::text, 'planToday'::text])),
  constraint report_schedule_recipients_check CHECK ((cardinality(addresses) + cardinality(roles)) > 0),
  constraint report_schedule_roles_check CHECK (roles <@ ARRAY['HeadquartersAdmin'::text, 'GroupLeader'::text, 'GroupSubLeader'::text] AND (kind ~~ 'plan%'::text OR cardinality(roles) = 0))
);
create INDEX report_schedule_office ON report_schedule USING btree (company_id, office_id);
create INDEX report_schedule_turn ON report_schedule USING btree (sends_at) WHERE enabled;

create table rest (
  company_id integer not null,
  rest_id integer not null generated always as identity,
  office_id integer not null,
  group_id integer,
  user_id integer not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  source text not null,
  sent_at timestamp with time zone,
  arrived_at timestamp with time zone,
  heard_at timestamp with time zone,
  gateway_id integer,
  excess real,
  ended_by text,
  constraint rest_pkey PRIMARY KEY (company_id, rest_id),
  constraint rest_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint rest_ended_by_check CHECK (ended_by = ANY (ARRAY['leader'::text, 'place'::text, 'limit'::text])),
  constraint rest_order CHECK (ended_at IS NULL OR began_at <= ended_at),
  constraint rest_source_check CHECK (source = ANY (ARRAY['leader'::text, 'place'::text]))
);
create INDEX rest_office ON rest USING btree (company_id, office_id, began_at);
create UNIQUE INDEX rest_one_open ON rest USING btree (company_id, user_id) WHERE (ended_at IS NULL);
create INDEX rest_user ON rest USING btree (company_id, user_id, began_at);

create table schema_migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  checksum text not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table server_process (
  process_id uuid not null,
  host text not null,
  pid integer not null,
  version text not null,
  roles text[] not null,
  started_at timestamp with time zone not null,
  heard_at timestamp with time zone not null,
  clock_ahead_ms bigint not null,
  facts jsonb not null,
  stopped_at timestamp with time zone,
  constraint server_process_pkey PRIMARY KEY (process_id)
);

create table session (
  session_id uuid not null,
  user_id integer not null,
  generation integer not null default 0,
  token_hash bytea not null,
  rotated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_reason text,
  company_id integer not null,
  by_provider boolean not null default false,
  address text,
  user_agent text,
  last_address text,
  by_card boolean not null default false,
  shared_until timestamp with time zone,
  confirmed_at timestamp with time zone,
  confirm_challenge text,
  constraint session_pkey PRIMARY KEY (company_id, session_id),
  constraint session_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint session_ended_reason CHECK (ended_reason = ANY (ARRAY['logout'::text, 'replay'::text, 'passwordChanged'::text, 'userDeleted'::text, 'endedByPerson'::text, 'endedByAdministrator'::text, 'accountDisabled'::text, 'accountLocked'::text, 'cardRenewed'::text, 'officeArchived'::text])),
  constraint session_longest CHECK (expires_at <= (created_at + '30 days'::interval)),
  constraint session_shared CHECK (shared_until IS NULL OR by_card)
);
create INDEX session_live_user ON session USING btree (company_id, user_id) WHERE (ended_at IS NULL);

create table sign_in_code (
  company_id integer not null,
  code_hash bytea not null,
  user_id integer not null,
  browser_hash bytea not null,
  expires_at timestamp with time zone not null,
  is_fresh boolean not null default false,
  constraint sign_in_code_pkey PRIMARY KEY (company_id, code_hash),
  constraint sign_in_code_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE
);
create INDEX sign_in_code_over ON sign_in_code USING btree (expires_at);

create table sign_in_place (
  company_id integer not null,
  user_id integer not null,
  address text not null,
  seen_at timestamp with time zone,
  failures smallint not null default 0,
  locks smallint not null default 0,
  locked_until timestamp with time zone,
  constraint sign_in_place_pkey PRIMARY KEY (company_id, user_id, address),
  constraint sign_in_place_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE
);
create INDEX sign_in_place_locked ON sign_in_place USING btree (company_id, user_id) WHERE (locked_until IS NOT NULL);

create table sign_in_ticket (
  company_id integer not null,
  ticket_id uuid not null,
  user_id integer not null,
  expires_at timestamp with time zone not null,
  challenge text,
  by_provider boolean not null default false,
  constraint sign_in_ticket_pkey PRIMARY KEY (company_id, ticket_id),
  constraint sign_in_ticket_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);
create INDEX sign_in_ticket_expiry ON sign_in_ticket USING btree (expires_at);

create table site_map (
  map_id integer not null generated always as identity,
  office_id integer not null,
  position integer not null,
  location_name text not null,
  floor text,
  type smallint not null default 1,
  sismil_type smallint not null default 1,
  image_key text,
  image_name text,
  latitude double precision,
  longitude double precision,
  rotation double precision not null default 0,
  zoom double precision not null default 14,
  angle_coordinates text[],
  image_latitude double precision,
  image_longitude double precision,
  image_rotation double precision not null default 0,
  image_zoom double precision not null default 0.2,
  company_id integer not null,
  image_metres double precision,
  constraint site_map_pkey PRIMARY KEY (company_id, map_id),
  constraint site_map_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint site_map_corners CHECK (angle_coordinates IS NULL OR cardinality(angle_coordinates) = 4 AND array_to_string(angle_coordinates, ';'::text, '0,0'::text) ~ '^-?[0-9.]+(e-?[0-9]+)?,-?[0-9.]+(e-?[0-9]+)?(;-?[0-9.]+(e-?[0-9]+)?,-?[0-9.]+(e-?[0-9]+)?){3}$'::text),
  constraint site_map_image_metres_check CHECK (image_metres > 0::double precision),
  constraint site_map_sismil_type_check CHECK (sismil_type = ANY (ARRAY[1, 2])),
  constraint site_map_type_check CHECK (type = ANY (ARRAY[1, 2, 3]))
);
create INDEX site_map_image ON site_map USING btree (company_id, image_key) WHERE (image_key IS NOT NULL);
create INDEX site_map_office ON site_map USING btree (company_id, office_id, "position");

create table stored_file (
  file_key text not null,
  company_id integer not null,
  uploaded_by integer,
  content_type text not null,
  size bigint not null,
  created_at timestamp with time zone not null,
  width integer,
  height integer,
  constraint stored_file_pkey PRIMARY KEY (company_id, file_key),
  constraint stored_file_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint stored_file_company_id_uploaded_by_fkey FOREIGN KEY (company_id, uploaded_by) REFERENCES app_user(company_id, user_id),
  constraint stored_file_height_check CHECK (height > 0),
  constraint stored_file_size_check CHECK (size >= 0),
  constraint stored_file_width_check CHECK (width > 0)
);
create INDEX stored_file_created ON stored_file USING btree (created_at);

create table summary_due (
  company_id integer not null,
  user_id integer not null,
  hour timestamp with time zone not null,
  constraint summary_due_pkey PRIMARY KEY (company_id, user_id, hour),
  constraint summary_due_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);
create INDEX summary_due_hour ON summary_due USING btree (hour);

create table summary_recount (
  company_id integer not null,
  user_id integer not null,
  hour timestamp with time zone not null,
  constraint summary_recount_pkey PRIMARY KEY (company_id, user_id, hour),
  constraint summary_recount_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);
create INDEX summary_recount_hour ON summary_recount USING btree (hour);

create table table_place (
  name text not null,
  place text not null,
  constraint table_place_pkey PRIMARY KEY (name),
  constraint table_place_place_check CHECK (place = ANY (ARRAY['everywhere'::text, 'coordinator'::text]))
);

create table totp (
  company_id integer not null,
  user_id integer not null,
  secret bytea not null,
  started_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_pkey PRIMARY KEY (company_id, user_id),
  constraint totp_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);

create table unread_field (
  company_id integer not null,
  office_id integer not null,
  kind text not null,
  field text not null,
  hint text,
  readings bigint not null,
  last_at timestamp with time zone not null,
  key_id text not null,
  serials text[] not null,
  muted boolean not null default false,
  constraint unread_field_pkey PRIMARY KEY (company_id, office_id, kind, field, key_id),
  constraint unread_field_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);

create table unregistered_device (
  company_id integer not null,
  office_id integer not null,
  kind text not null,
  serial text not null,
  heard_at timestamp with time zone not null,
  interval_minutes double precision,
  heard_since timestamp with time zone,
  key_id text,
  readings bigint not null default 0,
  constraint unregistered_device_pkey PRIMARY KEY (company_id, office_id, kind, serial),
  constraint unregistered_device_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id) ON DELETE CASCADE
);

create table wear (
  wear_id integer not null generated always as identity,
  user_id integer not null,
  device_id integer not null,
  slot text not null,
  worn_from timestamp with time zone not null default now(),
  worn_to timestamp with time zone,
  company_id integer not null,
  swap_reason text,
  constraint wear_pkey PRIMARY KEY (company_id, wear_id),
  constraint wear_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES device(company_id, device_id) ON DELETE CASCADE,
  constraint wear_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint wear_order CHECK (worn_to IS NULL OR worn_from <= worn_to),
  constraint wear_slot_check CHECK (slot = ANY (ARRAY['vital'::text, 'belt'::text])),
  constraint wear_swap_reason_check CHECK (swap_reason = ANY (ARRAY['battery'::text, 'broken'::text, 'unheard'::text, 'lost'::text]))
);
create INDEX wear_device ON wear USING btree (company_id, device_id, worn_from);
create INDEX wear_ended ON wear USING btree (company_id, worn_to) WHERE (worn_to IS NOT NULL);
create UNIQUE INDEX wear_one_device_of_a_kind ON wear USING btree (company_id, user_id, slot) WHERE (worn_to IS NULL);
create UNIQUE INDEX wear_one_holder ON wear USING btree (company_id, device_id) WHERE (worn_to IS NULL);
create INDEX wear_user ON wear USING btree (company_id, user_id, worn_from);

create table work_group (
  group_id integer not null generated always as identity,
  office_id integer not null,
  code text not null,
  name text not null,
  metabolic_class smallint,
  acclimatised boolean,
  clothing text,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  company_id integer not null,
  constraint work_group_pkey PRIMARY KEY (company_id, group_id),
  constraint work_group_code_unique UNIQUE (company_id, office_id, code),
  constraint work_group_name_unique UNIQUE (company_id, office_id, name),
  constraint work_group_company_id_office_id_fkey FOREIGN KEY (company_id, office_id) REFERENCES office(company_id, office_id),
  constraint work_group_metabolic_class_check CHECK (metabolic_class >= 0 AND metabolic_class <= 4)
);

create table worker_card (
  company_id integer not null,
  user_id integer not null,
  code text collate C not null,
  made_at timestamp with time zone not null,
  secret_hash bytea,
  pin_hash text,
  pin_open_until timestamp with time zone,
  pin_failures smallint not null default 0,
  pin_locks smallint not null default 0,
  pin_locked_until timestamp with time zone,
  sealed_secret bytea,
  constraint worker_card_pkey PRIMARY KEY (company_id, user_id),
  constraint worker_card_code_unique UNIQUE (company_id, code),
  constraint worker_card_secret_unique UNIQUE (company_id, secret_hash),
  constraint worker_card_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE,
  constraint worker_card_pin_check CHECK (pin_hash IS NULL OR secret_hash IS NOT NULL)
);

create table worker_checkpoint (
  company_id integer not null,
  user_id integer not null,
  at timestamp with time zone not null,
  judge json not null,
  constraint worker_checkpoint_pkey PRIMARY KEY (company_id, user_id, at),
  constraint worker_checkpoint_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id)
);

create table worker_shift (
  company_id integer not null,
  user_id integer not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  minutes integer not null,
  own_mean real,
  own_peak real,
  interval_minutes real,
  usual_mean real,
  usual_shifts smallint,
  constraint worker_shift_pkey PRIMARY KEY (company_id, user_id, began_at),
  constraint worker_shift_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id) ON DELETE CASCADE
);
create INDEX worker_shift_ended ON worker_shift USING btree (company_id, user_id, ended_at);

create table worker_state (
  user_id integer not null,
  device_id integer,
  last_at timestamp with time zone,
  heart_rate smallint,
  wbgt real,
  wbgt_source text,
  wbgt_device_id integer,
  excess real,
  heart_level smallint,
  heat_level smallint,
  total_level smallint,
  level_since timestamp with time zone,
  emergency_since timestamp with time zone,
  emergency_cause text,
  no_heart_rate boolean not null default false,
  battery smallint,
  signal smallint,
  gateway_id integer,
  latitude double precision,
  longitude double precision,
  interval_minutes real,
  judge json,
  company_id integer not null,
  changed_at timestamp with time zone not null default now(),
  heard_at timestamp with time zone,
  lost_heart_rate boolean not null default false,
  lost_wbgt boolean not null default false,
  reason json,
  expires_at timestamp with time zone,
  quiet_since timestamp with time zone,
  position_at timestamp with time zone,
  accuracy real,
  personal_level smallint,
  own_mean real,
  own_peak real,
  own_shifts smallint,
  strained_at timestamp with time zone,
  heat_minutes_today real,
  heat_minutes_on_end real,
  heat_minutes_longest real,
  alarm_since timestamp with time zone,
  alarm_kind text,
  constraint worker_state_pkey PRIMARY KEY (company_id, user_id),
  constraint worker_state_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, user_id),
  constraint worker_state_alarm_kind_check CHECK (alarm_kind = ANY (ARRAY['fall'::text, 'noMotion'::text, 'deviceHeat'::text, 'help'::text])),
  constraint worker_state_emergency_cause_check CHECK (emergency_cause = ANY (ARRAY['accumulated'::text, 'call'::text]))
);

CREATE OR REPLACE FUNCTION public.ensure_reading_partition(instant timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  starts timestamptz := date_trunc('week', instant, 'UTC');
  partition text := 'reading_' || to_char(starts at time zone 'UTC', 'YYYYMMDD');
begin
  if to_regclass(partition) is null then
    perform pg_advisory_xact_lock(hashtext('ensure_reading_partition'));
    -- Two may want it at once: to_regclass() remembers, within a transaction, that there was none; a query does not.
    if not exists (select from pg_class c where c.relname = partition and c.relnamespace = current_schema()::regnamespace) then
      -- Made apart and attached: the short way would lock `reading` against everybody, behind a backup for hours.
      execute format('create table %I (like reading including defaults including constraints including indexes)', partition);
      execute format('alter table reading attach partition %I for values from (%L) to (%L)',
        partition, starts, starts + interval '7 days');
    end if;
  end if;
  return partition;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_kana(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower((NORMALIZE(words, NFKC) COLLATE "C")), ('ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ髙﨑'::text || ' 　	'::text), 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ高崎'::text);

CREATE OR REPLACE FUNCTION public.lay_table(wanted text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  decided text := (select t.place from table_place t where t.name = wanted);
  divided text := (select p.logicalrelid::text from pg_dist_partition p where p.partmethod = 'h' order by 1 limit 1);
begin
  if decided = 'everywhere' then
    perform create_reference_table(wanted::regclass);
  elsif decided is null then
    -- All rows of a company are neighbours, whatever their table.
    perform create_distributed_table(wanted::regclass, 'company_id', colocate_with => coalesce(divided, 'none'));
  end if;
  if decided is distinct from 'coordinator' then
    -- What it held before it was laid out would stay here unseen.
    perform truncate_local_data_after_distributing_table(wanted::regclass);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.place_table(wanted text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if to_regclass('pg_dist_partition') is null then return; end if;
  if exists (select from pg_dist_partition p where p.logicalrelid = 'company'::regclass) then perform lay_table(wanted); end if;
end
$function$;
