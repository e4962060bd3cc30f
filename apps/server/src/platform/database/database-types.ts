// Written by `npm run types` from the migrated schema. Change a migration, not this file.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Filled by the database where an insert leaves it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Given by the database and by nobody else. */
type GeneratedAlways<T> = ColumnType<T, never, never>

interface AcclimatisationOverride {
  company_id: number
  override_id: GeneratedAlways<number>
  user_id: number
  kind: string
  share: number | null
  until_on: string | null
  reason: string
  set_at: Timestamp
  set_by: number
  ended_at: Timestamp | null
  ended_by: number | null
}

interface Alert {
  alert_id: GeneratedAlways<number>
  kind: string
  company_id: number
  office_id: number
  group_id: number | null
  user_id: number | null
  device_id: number | null
  full_name: string | null
  company_name: string
  base_name: string
  group_name: string | null
  location_name: string | null
  level: number | null
  peak_level: number | null
  cause: string
  reason: unknown
  heart_rate: number | null
  excess: number | null
  wbgt: number | null
  wbgt_point: string | null
  started_at: Timestamp
  ended_at: Timestamp | null
  handling: Generated<string>
  handled_by: number | null
  handled_at: Timestamp | null
  outcome: string | null
  note: string | null
  mails: Generated<number>
  handled_by_name: string | null
  ending: string | null
  late: Generated<boolean>
  called_at: Timestamp | null
  changed_at: Generated<Timestamp>
  still_held: Generated<boolean>
  held_level: number | null
  held_since: Timestamp | null
  withdrawn: Generated<boolean>
  drill: Generated<boolean>
  peak_reason: unknown
  peak_heart_rate: number | null
  peak_excess: number | null
  peak_wbgt: number | null
  source: Generated<string>
}

interface AlertDue {
  company_id: number
  due_id: GeneratedAlways<number>
  alert_id: number
  at: Timestamp
  event: string
  level: number | null
  event_id: number | null
  traceparent: string | null
}

interface AlertEvent {
  alert_id: number
  at: Timestamp
  event: string
  level: number | null
  user_id: number | null
  note: string | null
  event_id: GeneratedAlways<number>
  company_id: number
  user_name: string | null
  reason: unknown
  heart_rate: number | null
  excess: number | null
  wbgt: number | null
}

interface AlertNotice {
  company_id: number
  notice_id: GeneratedAlways<number>
  alert_id: number
  at: Timestamp
  channel: string
  occasion: string
  step: number | null
  level: number | null
  user_id: number | null
  user_name: string | null
  role: string | null
  addresses: Generated<string[]>
  mail_id: number | null
  channel_name: string | null
  delivery_id: number | null
  rota: string | null
}

interface AppUser {
  user_id: GeneratedAlways<number>
  login_id: string
  password_hash: string | null
  role: string
  company_id: number
  office_id: number | null
  group_id: number | null
  group_role: number | null
  full_name: string
  furigana: string
  phone_number: string | null
  email: string | null
  worker_code: string | null
  gender: number | null
  date_of_birth: string | null
  affiliation1: string | null
  affiliation2: string | null
  affiliation3: string | null
  metabolic_class: number | null
  acclimatised: boolean | null
  clothing: string | null
  first_exposure_on: string | null
  consent_at: Timestamp | null
  consent_withdrawn_at: Timestamp | null
  deleted_at: Timestamp | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  name_folded: GeneratedAlways<string>
  login_key: GeneratedAlways<string | null>
  observed_acclimatised: boolean | null
  last_exposure_on: string | null
  exposure_counted_on: string | null
  must_change_password: Generated<boolean>
  disabled_at: Timestamp | null
  heart_judged: Generated<boolean>
  guest_until: Timestamp | null
  language: string | null
  attention: Generated<string>
  acclimatised_on: string | null
  ladder_first_on: string | null
  ladder_last_on: string | null
  ladder_days: Generated<number>
}

interface AuditChain {
  company_id: number
  chain: string
  last_no: number
  last_hash: Buffer
  pruned_no: Generated<number>
  pruned_hash: Generated<Buffer>
}

interface AuditLog {
  audit_id: GeneratedAlways<number>
  at: Generated<Timestamp>
  user_id: number | null
  user_name: string
  company_id: number
  office_id: number | null
  action: string
  resource: string
  resource_id: string
  before: unknown
  after: unknown
  address: string | null
  chain: Generated<string>
  chain_no: number | null
  hash: Buffer | null
  digests: unknown
  open_until: Timestamp | null
}

interface BackupRun {
  run_id: string
  kind: string
  state: Generated<string>
  started_at: Timestamp
  ended_at: Timestamp | null
  file: string
  is_encrypted: boolean
  bytes: number | null
  row_count: number | null
  file_count: number | null
  error: string | null
  is_broken_off: Generated<boolean>
  place: string | null
  warning: string | null
}

interface BarometerSetting {
  device_id: number
  interval_minutes: Generated<number>
  latitude: number | null
  longitude: number | null
  version: Generated<number>
  company_id: number
}

interface BeltSetting {
  device_id: number
  check_altitude: Generated<boolean>
  setting_altitude: number
  height_altitude: number
  on_waiting_minutes: number | null
  version: Generated<number>
  led_color: Generated<string>
  buzzer: Generated<boolean>
  interval_minutes: Generated<number>
  offset_setting: number | null
  shoulder_mode: Generated<boolean>
  location_interval_minutes: Generated<number>
  emergency_alerts: Generated<boolean>
  latitude: number | null
  longitude: number | null
  slave_id: string | null
  company_id: number
}

interface BrokerLayout {
  only_row: Generated<boolean>
  shares: number
  wanted_shares: number
  next_shares: number | null
  is_leaving: Generated<boolean>
}

interface ChannelDelivery {
  company_id: number
  delivery_id: GeneratedAlways<number>
  channel_id: string
  office_id: number | null
  alert_id: number | null
  created_at: Timestamp
  occasion: string | null
  step: number | null
  level: number | null
  urgent: Generated<boolean>
  is_test: Generated<boolean>
  message: unknown
  digest_count: number | null
  delivered_to: Generated<string[]>
  attempts: Generated<number>
  next_try_at: Timestamp
  sent_at: Timestamp | null
  failed_at: Timestamp | null
  is_superseded: Generated<boolean>
  status: number | null
  answer: string | null
  error: string | null
  duration_ms: number | null
  body_removed_at: Timestamp | null
  webhook_id: string | null
  event_type: string | null
  is_replay: Generated<boolean>
  traceparent: string | null
}

interface Company {
  company_id: GeneratedAlways<number>
  code: string
  name: string
  version: Generated<number>
  created_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

interface ConditionReport {
  company_id: number
  report_id: GeneratedAlways<number>
  office_id: number
  alert_id: number | null
  user_id: number | null
  source: string
  state: string | null
  done_at: Timestamp
  received_at: Timestamp
  receipt: string | null
  who: string | null
  place: string | null
  signs: Generated<string[]>
  note: string | null
}

interface Connection {
  company_id: number
  connection_id: string
  office_id: number
  type: string
  name: string
  secret_hash: Buffer
  application_id: string | null
  topic_refused_at: Timestamp | null
  mapping: unknown
  created_at: Timestamp
  version: Generated<number>
}

interface ConnectionApplication {
  application_id: string
  company_id: number
  connection_id: string
}

interface ConnectionDevice {
  company_id: number
  dev_eui: string
  connection_id: string
  office_id: number
  kind: string
  serial: string
  mapping: unknown
}

interface ConnectionMessage {
  company_id: number
  connection_id: string
  dev_eui: string
  name: string | null
  heard_at: Timestamp
  message: unknown
  refusal: string | null
  refused_field: string | null
}

interface ConsentAct {
  company_id: number
  user_id: number
  at: Timestamp
  given: boolean
  version: number
  language: string
}

interface Device {
  device_id: GeneratedAlways<number>
  office_id: number
  kind: string
  type: Generated<number>
  serial: string
  installation_status: Generated<number>
  location_name: string | null
  on_map: Generated<boolean>
  keep_map_info: Generated<boolean>
  map_id: number | null
  position_x: number | null
  position_y: number | null
  latitude: number | null
  longitude: number | null
  linked_device_id: number | null
  altitude_offset_cm: Generated<number>
  version: Generated<number>
  altitude_zeroed_at: Timestamp | null
  company_id: number
  rest_place: Generated<boolean>
}

interface DeviceAlarm {
  company_id: number
  alarm_id: GeneratedAlways<number>
  device_id: number
  kind: string
  office_id: number
  user_id: number | null
  gateway_id: number | null
  since: Timestamp
  last_at: Timestamp
  received_at: Timestamp
  window_ms: number
  held_until: Timestamp | null
  due_at: Timestamp
  cancelled_at: Timestamp | null
  state: string
  alert_id: number | null
}

interface DeviceState {
  device_id: number
  last_at: Timestamp | null
  battery: number | null
  slave_battery: number | null
  signal: number | null
  wave_level: number | null
  gateway_id: number | null
  latitude: number | null
  longitude: number | null
  interval_minutes: number | null
  wbgt: number | null
  temperature: number | null
  humidity: number | null
  globe: number | null
  heat_level: number | null
  pressure: number | null
  hook: number | null
  altitude_cm: number | null
  judge: unknown
  company_id: number
  changed_at: Generated<Timestamp>
  clock: unknown
  heard_at: Timestamp | null
  quiet_since: Timestamp | null
  position_at: Timestamp | null
  accuracy: number | null
  wbgt_estimated: Generated<boolean>
}

interface DoubtfulHeart {
  company_id: number
  device_id: number
  day: string
  user_id: number
  kind: string
}

interface DoubtfulHeartCount {
  company_id: number
  counted_on: string
}

interface Downlink {
  downlink_id: GeneratedAlways<number>
  office_id: number
  device_id: number
  payload: unknown
  state: Generated<string>
  created_by: string | null
  created_at: Timestamp
  sent_at: Timestamp | null
  attempts: Generated<number>
  next_try_at: Timestamp | null
  acked_at: Timestamp | null
  error: string | null
  owed_since: Timestamp | null
  company_id: number
}

interface DrillSchedule {
  company_id: number
  office_id: number
  weekday: number | null
  starts_at: string | null
  done_on: string | null
  version: Generated<number>
}

interface Duty {
  company_id: number
  office_id: number
  version: number
  valid_from: string
  starts_at: Timestamp
  line: unknown
  employers: unknown
  procedures: string | null
  texts: unknown
  made_at: Timestamp
  made_by: number
  made_by_name: string
}

interface DutyBriefing {
  company_id: number
  briefing_id: GeneratedAlways<number>
  office_id: number
  version: number
  user_id: number
  briefed_at: Timestamp
  means: string
  language: string
  speaker: string
  speaker_id: number | null
  recorded_at: Timestamp
  recorded_by: number
}

interface DutyRota {
  company_id: number
  office_id: number
  version: Generated<number>
  day_from: number
  night_from: number
  day_places: number
  night_places: number
}

interface DutyRotaGapNotice {
  company_id: number
  office_id: number
  duty_on: string
  shift: string
  place: number
  sent_at: Timestamp
}

interface DutyRotaOverride {
  company_id: number
  override_id: GeneratedAlways<number>
  office_id: number
  duty_on: string
  shift: string
  place: number
  user_id: number
  instead_of: number | null
  reason: string
  decided_by: number
  decided_by_name: string
  decided_at: Timestamp
}

interface DutyRotaPlace {
  company_id: number
  office_id: number
  duty_on: string
  shift: string
  place: number
  user_id: number
}

interface ErasedEntry {
  company_id: number
  erase_id: number
  audit_id: number
  paths: string[]
  rewritten: Buffer | null
}

interface Erasure {
  company_id: number
  erasure_id: string
  user_id: number
  erased_at: Timestamp
  noted_at: Timestamp
  salt: Buffer
  account: Buffer
  marks: Buffer | null
  sweeps: Generated<number>
  copied: Generated<boolean>
}

interface Escalation {
  company_id: number
  alert_id: number
  since: Timestamp
  step: Generated<number>
  due_at: Timestamp
  handed_over: Generated<boolean>
  event_id: number | null
}

interface EveningForecast {
  station: string
  day: string
  issued_at: Timestamp
  wbgt: number[]
}

interface FailedSignIn {
  company_id: number
  user_id: number | null
  kind: string
  network: string
  first_at: Timestamp
  last_at: Timestamp
  address: string
  failures: number
  is_logged: Generated<boolean>
}

interface ForecastCheck {
  company_id: number
  office_id: number
  device_id: number
  day: string
  place: string
  station: string
  forecast: number[]
  site: number[]
  measured: number[]
  compared: number
  error_sum: number
  absolute_sum: number
  public_sum: number
  worst_hour: number
  worst_by: number
}

interface ForecastDifference {
  company_id: number
  device_id: number
  office_id: number
  place: string
  station: string
  difference: number[]
  days: number[]
  pooled: boolean[]
}

interface ForecastDue {
  company_id: number
  office_id: number
  hour: Timestamp
}

interface GroupEmail {
  group_id: number
  email: string
  company_id: number
}

interface GroupRestDay {
  company_id: number
  office_id: number
  day: string
  group_id: number
  rest_quarters: number
}

interface HeardElsewhere {
  company_id: number
  device_id: number
  office_id: number
  heard_at: Timestamp
}

interface HeatDue {
  company_id: number
  device_id: number
  slot: Timestamp
  serial: string
}

interface HeatSummary {
  company_id: number
  office_id: number
  device_id: number
  slot: Timestamp
  serial: string
  source: string
  wbgt_max: number | null
  wbgt_sum: Generated<number>
  wbgt_count: Generated<number>
  temperature_max: number | null
  estimated_count: number | null
}

interface HourlySummary {
  company_id: number
  user_id: number
  office_id: number
  hour: Timestamp
  group_id: number | null
  readings: Generated<number>
  heart_rate_max: number | null
  heart_rate_sum: Generated<number>
  heart_rate_count: Generated<number>
  wbgt_max: number | null
  wbgt_sum: Generated<number>
  wbgt_count: Generated<number>
  excess_max: number | null
  excess_sum: Generated<number>
  excess_count: number | null
  level_max: number | null
  connected_minutes: Generated<number>
  level1_minutes: Generated<number>
  level2_minutes: Generated<number>
  level3_minutes: Generated<number>
  heat_minutes: number | null
  exposure_minutes: number | null
  alerts: Generated<number>
  heart_level_max: number | null
  heart_level1_minutes: number | null
  heart_level2_minutes: number | null
  heart_level3_minutes: number | null
}

interface IdentityProvider {
  company_id: number
  issuer: string
  client_id: string
  client_secret: Buffer
  claim: string
  matches: string
  domains: Generated<string[]>
  enabled: boolean
  version: Generated<number>
}

interface IdentitySubject {
  company_id: number
  user_id: number
  issuer: string
  subject: string
}

interface IngestCount {
  company_id: number
  office_id: number
  minute: Timestamp
  key_id: string
  outcome: string
  reason: string
  readings: number
}

interface IngestHour {
  company_id: number
  office_id: number
  hour: Timestamp
  key_id: string
  outcome: string
  reason: string
  readings: number
}

interface IngestKey {
  key_id: string
  office_id: number
  name: string
  secret_hash: Buffer
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  company_id: number
  ends_at: Timestamp | null
  told_days_before: number | null
  subscribed_at: Timestamp | null
  is_trial: Generated<boolean>
}

interface IngestRefusal {
  company_id: number
  office_id: number
  key_id: string
  day: string
  kind: string
  serial: string
  field: string
  reason: string
  first_at: Timestamp
  last_at: Timestamp
  readings: number
  value: string | null
}

interface IngestSender {
  company_id: number
  office_id: number
  key_id: string
  last_at: Timestamp
  via: string
  deleted_at: Timestamp | null
  name: string | null
  type: string | null
}

interface Job {
  job_id: string
  user_id: number
  file_name: string
  state: Generated<string>
  done: Generated<number>
  total: Generated<number>
  result: unknown
  messages: unknown
  error: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
  kind: string
  office_id: number | null
  company_id: number
  request: unknown
  attempts: Generated<number>
  file_key: string | null
  file_type: string | null
  file_bytes: number | null
}

interface JobRun {
  job: string
  every_seconds: number
  began_at: Timestamp
  ended_at: Timestamp | null
  took_ms: number | null
  error: string | null
  failed_at: Timestamp | null
  failing_since: Timestamp | null
}

interface KeptAnswer {
  company_id: number
  user_id: number
  key_hash: Buffer
  request_hash: Buffer
  made_at: Timestamp
  answer: string | null
}

interface Login {
  login_key: string
  company_id: number
}

interface LoginFailure {
  address: string
  at: Timestamp
}

interface MasterSetting {
  company_id: number
  office_id: number | null
  type: string
  key: string
  value: string | null
  version: Generated<number>
}

interface MonthlyDue {
  company_id: number
  user_id: number
}

interface MonthlySummary {
  company_id: number
  office_id: number
  month: string
  user_id: number
  hour_days: number
  reading_days: number
  heart_days: number
  heat_days: number
  long_days: number
  heat_minutes: number
  heat_by_day: number[]
}

interface MonthlyWait {
  since: Timestamp
}

interface MorningCheck {
  company_id: number
  user_id: number
  day: string
  office_id: number
  answered_at: Timestamp
  answers: unknown
  counted: Generated<string[]>
  source: string
  answered_by: number | null
  talked_at: Timestamp | null
  talked_by: number | null
  moved_at: Timestamp | null
  moved_by: number | null
  moved_to: string | null
}

interface NamedPlace {
  company_id: number
  place_id: GeneratedAlways<number>
  office_id: number
  name: string
  latitude: number | null
  longitude: number | null
  rest_place: Generated<boolean>
}

interface NotificationChannel {
  company_id: number
  channel_id: string
  office_id: number | null
  type: string
  name: string
  is_enabled: Generated<boolean>
  sealed_url: Buffer | null
  masked_url: string | null
  settings: Generated<unknown>
  sealed_secrets: Buffer | null
  secret_names: Generated<string[]>
  level: number
  kinds: string[]
  hours_from: string | null
  hours_to: string | null
  language: Generated<string>
  with_names: Generated<boolean>
  created_at: Timestamp
  version: Generated<number>
  failures: Generated<number>
  failing_since: Timestamp | null
  failure: string | null
  failure_told_at: Timestamp | null
  paused_until: Timestamp | null
  sealed_signing: Buffer | null
  sealed_former_signing: Buffer | null
  former_signs_until: Timestamp | null
}

interface Office {
  office_id: GeneratedAlways<number>
  company_id: number
  base_code: string
  name: string
  opens_at: Generated<string>
  closes_at: Generated<string>
  emergency_phone: string | null
  hospital_name: string | null
  hospital_phone: string | null
  public_wbgt_station: string | null
  procedures: string | null
  metabolic_class: Generated<number>
  acclimatised: Generated<boolean>
  clothing: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  map_version: Generated<number>
  maps_changed_at: Timestamp | null
  last_admin_number: Generated<number>
  archived_at: Timestamp | null
  address: string | null
}

interface OfficeLink {
  company_id: number
  link_id: string
  office_id: number
  name: string
  secret_hash: Buffer
  created_by: string
  created_at: Timestamp
  last_used_at: Timestamp | null
  revoked_by: string | null
  revoked_at: Timestamp | null
  ends_at: Timestamp | null
  kind: string
}

interface OperationState {
  part: string
  state: string
  since: Timestamp
  told_at: Timestamp | null
  seen_at: Timestamp | null
  reasons: Generated<string[]>
}

interface OutboxFile {
  company_id: number
  file_id: GeneratedAlways<number>
  created_at: Timestamp
  name: string
  media_type: string
  content: Buffer | null
}

interface OutboxMail {
  mail_id: GeneratedAlways<number>
  alert_id: number | null
  company_id: number
  created_at: Generated<Timestamp>
  recipients: unknown
  subject: string
  body: string
  attempts: Generated<number>
  next_try_at: Generated<Timestamp>
  sent_at: Timestamp | null
  error: string | null
  delivered_to: Generated<string[]>
  refused: Generated<unknown>
  failed_at: Timestamp | null
  office_id: number | null
  html: string | null
  address_key: string | null
  digest: unknown
  resent_at: Timestamp | null
  urgent: Generated<boolean>
  body_removed_at: Timestamp | null
  file_id: number | null
  traceparent: string | null
}

interface OutboxPush {
  company_id: number
  push_id: GeneratedAlways<number>
  subscription_id: number
  alert_id: number | null
  created_at: Timestamp
  payload: unknown
  attempts: Generated<number>
  next_try_at: Timestamp
  sent_at: Timestamp | null
  failed_at: Timestamp | null
  error: string | null
  digest: Generated<boolean>
  escalated: Generated<boolean>
  traceparent: string | null
}

interface Passkey {
  company_id: number
  credential_id: string
  user_id: number
  name: string
  public_key: Buffer
  counter: number
  transports: string[]
  created_at: Timestamp
  last_used_at: Timestamp | null
}

interface PasskeyDraft {
  company_id: number
  session_id: string
  challenge: string
  name: string
  expires_at: Timestamp
}

interface PersonHold {
  company_id: number
  user_id: number
  reason: string
  ends_on: string
  held_at: Timestamp
  held_by: number
  held_by_name: string
}

interface PlannedRest {
  company_id: number
  office_id: number
  day: string
  group_id: number
  issued_at: Timestamp
  people: number
  unacclimatised: number
  first_hour: Timestamp
  work_minutes: number[]
  rest_minutes: number[]
  unacclimatised_minutes: number[]
}

interface ProductSecret {
  name: string
  value: string
  created_at: Generated<Timestamp>
}

interface PublicAlert {
  day: string
  area_code: string
  file_at: Timestamp
  area_name: string
  station_prefix: string
  announced_at: Timestamp
  flag: number
}

interface PublicAlertFile {
  file_at: Timestamp
  state: string
  tries: number
  tried_at: Timestamp
  stations_sum: string
}

interface PublicStationFetch {
  station: string
  observed_requested_at: Timestamp
  forecast_requested_at: Timestamp | null
  forecast_answered: Generated<boolean>
  forecast_issued_at: Timestamp | null
}

interface PublicWbgt {
  station: string
  at: Timestamp
  kind: string
  wbgt: number
  fetched_at: Generated<Timestamp>
  issued_at: Timestamp | null
}

interface PushSubscription {
  company_id: number
  subscription_id: GeneratedAlways<number>
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Timestamp
  paused_until: Timestamp | null
  end_told_days: number | null
}

interface ReadKey {
  company_id: number
  key_id: string
  number: number
  name: string
  scopes: string[]
  office_ids: number[] | null
  secret_hash: Buffer
  created_at: Timestamp
  created_by: string
  ends_at: Timestamp
  told_days_before: number | null
  stopped_at: Timestamp | null
  stopped_by: string | null
  last_used_at: Timestamp | null
  last_address: string | null
}

interface ReadKeyUse {
  company_id: number
  key_id: string
  minute: Timestamp
  method: string
  path: string
  result: string
  address: string
  reads: number
  items: number | null
  last_at: Timestamp
}

interface Reading {
  company_id: number
  device_id: number
  at: Timestamp
  call: Generated<boolean>
  office_id: number
  user_id: number | null
  group_id: number | null
  received_at: Timestamp
  heart_rate: number | null
  wbgt: number | null
  wbgt_source: string | null
  wbgt_device_id: number | null
  excess: number | null
  heart_level: number | null
  heat_level: number | null
  total_level: number | null
  temperature: number | null
  humidity: number | null
  globe: number | null
  hook: number | null
  pressure: number | null
  altitude_cm: number | null
  wave_level: number | null
  battery: number | null
  slave_battery: number | null
  signal: number | null
  gateway_id: number | null
  latitude: number | null
  longitude: number | null
  exposed: boolean | null
  device_at: Timestamp | null
  interval_minutes: number | null
  wbgt_rank: number | null
  gap_seconds: number | null
  alarm: string | null
}

interface RecoveryCode {
  company_id: number
  user_id: number
  code_hash: Buffer
  salt: Buffer
  used_at: Timestamp | null
}

interface ReferenceChange {
  company_id: number
  office_id: number
  people: number
}

interface ReportSchedule {
  company_id: number
  schedule_id: GeneratedAlways<number>
  office_id: number
  kind: string
  sends_at: string
  addresses: string[]
  enabled: Generated<boolean>
  sender_company_id: number
  sender_id: number
  done_on: string | null
  problem: string | null
  version: Generated<number>
  roles: Generated<string[]>
  sent_at: Timestamp | null
  sent_to: number | null
  retry_at: Timestamp | null
}

interface Rest {
  company_id: number
  rest_id: GeneratedAlways<number>
  office_id: number
  group_id: number | null
  user_id: number
  began_at: Timestamp
  ended_at: Timestamp | null
  source: string
  sent_at: Timestamp | null
  arrived_at: Timestamp | null
  heard_at: Timestamp | null
  gateway_id: number | null
  excess: number | null
  ended_by: string | null
}

interface SchemaMigration {
  name: string
  applied_at: Generated<Timestamp>
  checksum: string
}

interface ServerProcess {
  process_id: string
  host: string
  pid: number
  version: string
  roles: string[]
  started_at: Timestamp
  heard_at: Timestamp
  clock_ahead_ms: number
  facts: unknown
  stopped_at: Timestamp | null
}

interface Session {
  session_id: string
  user_id: number
  generation: Generated<number>
  token_hash: Buffer
  rotated_at: Generated<Timestamp>
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  ended_at: Timestamp | null
  ended_reason: string | null
  company_id: number
  by_provider: Generated<boolean>
  address: string | null
  user_agent: string | null
  last_address: string | null
  by_card: Generated<boolean>
  shared_until: Timestamp | null
  confirmed_at: Timestamp | null
  confirm_challenge: string | null
}

interface SignInCode {
  company_id: number
  code_hash: Buffer
  user_id: number
  browser_hash: Buffer
  expires_at: Timestamp
  is_fresh: Generated<boolean>
}

interface SignInPlace {
  company_id: number
  user_id: number
  address: string
  seen_at: Timestamp | null
  failures: Generated<number>
  locks: Generated<number>
  locked_until: Timestamp | null
}

interface SignInTicket {
  company_id: number
  ticket_id: string
  user_id: number
  expires_at: Timestamp
  challenge: string | null
  by_provider: Generated<boolean>
}

interface SiteMap {
  map_id: GeneratedAlways<number>
  office_id: number
  position: number
  location_name: string
  floor: string | null
  type: Generated<number>
  sismil_type: Generated<number>
  image_key: string | null
  image_name: string | null
  latitude: number | null
  longitude: number | null
  rotation: Generated<number>
  zoom: Generated<number>
  angle_coordinates: string[] | null
  image_latitude: number | null
  image_longitude: number | null
  image_rotation: Generated<number>
  image_zoom: Generated<number>
  company_id: number
  image_metres: number | null
}

interface StoredFile {
  file_key: string
  company_id: number
  uploaded_by: number | null
  content_type: string
  size: number
  created_at: Timestamp
  width: number | null
  height: number | null
}

interface SummaryDue {
  company_id: number
  user_id: number
  hour: Timestamp
}

interface SummaryRecount {
  company_id: number
  user_id: number
  hour: Timestamp
}

interface TablePlace {
  name: string
  place: string
}

interface Totp {
  company_id: number
  user_id: number
  secret: Buffer
  started_at: Timestamp
  confirmed_at: Timestamp | null
  last_step: Generated<number>
}

interface UnreadField {
  company_id: number
  office_id: number
  kind: string
  field: string
  hint: string | null
  readings: number
  last_at: Timestamp
  key_id: string
  serials: string[]
  muted: Generated<boolean>
}

interface UnregisteredDevice {
  company_id: number
  office_id: number
  kind: string
  serial: string
  heard_at: Timestamp
  interval_minutes: number | null
  heard_since: Timestamp | null
  key_id: string | null
  readings: Generated<number>
}

interface Wear {
  wear_id: GeneratedAlways<number>
  user_id: number
  device_id: number
  slot: string
  worn_from: Generated<Timestamp>
  worn_to: Timestamp | null
  company_id: number
  swap_reason: string | null
}

interface WorkGroup {
  group_id: GeneratedAlways<number>
  office_id: number
  code: string
  name: string
  metabolic_class: number | null
  acclimatised: boolean | null
  clothing: string | null
  version: Generated<number>
  updated_at: Generated<Timestamp>
  company_id: number
}

interface WorkerCard {
  company_id: number
  user_id: number
  code: string
  made_at: Timestamp
  secret_hash: Buffer | null
  pin_hash: string | null
  pin_open_until: Timestamp | null
  pin_failures: Generated<number>
  pin_locks: Generated<number>
  pin_locked_until: Timestamp | null
  sealed_secret: Buffer | null
}

interface WorkerCheckpoint {
  company_id: number
  user_id: number
  at: Timestamp
  judge: unknown
}

interface WorkerShift {
  company_id: number
  user_id: number
  began_at: Timestamp
  ended_at: Timestamp
  minutes: number
  own_mean: number | null
  own_peak: number | null
  interval_minutes: number | null
  usual_mean: number | null
  usual_shifts: number | null
}

interface WorkerState {
  user_id: number
  device_id: number | null
  last_at: Timestamp | null
  heart_rate: number | null
  wbgt: number | null
  wbgt_source: string | null
  wbgt_device_id: number | null
  excess: number | null
  heart_level: number | null
  heat_level: number | null
  total_level: number | null
  level_since: Timestamp | null
  emergency_since: Timestamp | null
  emergency_cause: string | null
  no_heart_rate: Generated<boolean>
  battery: number | null
  signal: number | null
  gateway_id: number | null
  latitude: number | null
  longitude: number | null
  interval_minutes: number | null
  judge: unknown
  company_id: number
  changed_at: Generated<Timestamp>
  heard_at: Timestamp | null
  lost_heart_rate: Generated<boolean>
  lost_wbgt: Generated<boolean>
  reason: unknown
  expires_at: Timestamp | null
  quiet_since: Timestamp | null
  position_at: Timestamp | null
  accuracy: number | null
  personal_level: number | null
  own_mean: number | null
  own_peak: number | null
  own_shifts: number | null
  strained_at: Timestamp | null
  heat_minutes_today: number | null
  heat_minutes_on_end: number | null
  heat_minutes_longest: number | null
  alarm_since: Timestamp | null
  alarm_kind: string | null
}

export interface Database {
  acclimatisation_override: AcclimatisationOverride
  alert: Alert
  alert_due: AlertDue
  alert_event: AlertEvent
  alert_notice: AlertNotice
  app_user: AppUser
  audit_chain: AuditChain
  audit_log: AuditLog
  backup_run: BackupRun
  barometer_setting: BarometerSetting
  belt_setting: BeltSetting
  broker_layout: BrokerLayout
  channel_delivery: ChannelDelivery
  company: Company
  condition_report: ConditionReport
  connection: Connection
  connection_application: ConnectionApplication
  connection_device: ConnectionDevice
  connection_message: ConnectionMessage
  consent_act: ConsentAct
  device: Device
  device_alarm: DeviceAlarm
  device_state: DeviceState
  doubtful_heart: DoubtfulHeart
  doubtful_heart_count: DoubtfulHeartCount
  downlink: Downlink
  drill_schedule: DrillSchedule
  duty: Duty
  duty_briefing: DutyBriefing
  duty_rota: DutyRota
  duty_rota_gap_notice: DutyRotaGapNotice
  duty_rota_override: DutyRotaOverride
  duty_rota_place: DutyRotaPlace
  erased_entry: ErasedEntry
  erasure: Erasure
  escalation: Escalation
  evening_forecast: EveningForecast
  failed_sign_in: FailedSignIn
  forecast_check: ForecastCheck
  forecast_difference: ForecastDifference
  forecast_due: ForecastDue
  group_email: GroupEmail
  group_rest_day: GroupRestDay
  heard_elsewhere: HeardElsewhere
  heat_due: HeatDue
  heat_summary: HeatSummary
  hourly_summary: HourlySummary
  identity_provider: IdentityProvider
  identity_subject: IdentitySubject
  ingest_count: IngestCount
  ingest_hour: IngestHour
  ingest_key: IngestKey
  ingest_refusal: IngestRefusal
  ingest_sender: IngestSender
  job: Job
  job_run: JobRun
  kept_answer: KeptAnswer
  login: Login
  login_failure: LoginFailure
  master_setting: MasterSetting
  monthly_due: MonthlyDue
  monthly_summary: MonthlySummary
  monthly_wait: MonthlyWait
  morning_check: MorningCheck
  named_place: NamedPlace
  notification_channel: NotificationChannel
  office: Office
  office_link: OfficeLink
  operation_state: OperationState
  outbox_file: OutboxFile
  outbox_mail: OutboxMail
  outbox_push: OutboxPush
  passkey: Passkey
  passkey_draft: PasskeyDraft
  person_hold: PersonHold
  planned_rest: PlannedRest
  product_secret: ProductSecret
  public_alert: PublicAlert
  public_alert_file: PublicAlertFile
  public_station_fetch: PublicStationFetch
  public_wbgt: PublicWbgt
  push_subscription: PushSubscription
  read_key: ReadKey
  read_key_use: ReadKeyUse
  reading: Reading
  recovery_code: RecoveryCode
  reference_change: ReferenceChange
  report_schedule: ReportSchedule
  rest: Rest
  schema_migration: SchemaMigration
  server_process: ServerProcess
  session: Session
  sign_in_code: SignInCode
  sign_in_place: SignInPlace
  sign_in_ticket: SignInTicket
  site_map: SiteMap
  stored_file: StoredFile
  summary_due: SummaryDue
  summary_recount: SummaryRecount
  table_place: TablePlace
  totp: Totp
  unread_field: UnreadField
  unregistered_device: UnregisteredDevice
  wear: Wear
  work_group: WorkGroup
  worker_card: WorkerCard
  worker_checkpoint: WorkerCheckpoint
  worker_shift: WorkerShift
  worker_state: WorkerState
}
