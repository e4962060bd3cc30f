import type { Database } from '../../platform/database/database-types.ts'

/** How a column is read: plain text, JSON, a list of texts, or text that holds JSON. */
export type TextForm = 'text' | 'json' | 'texts' | 'jsonText'

/** Where a table may name a person in what is kept. Statements know the table as `t`, the company as $1 and the person as $2. */
export type TextPlace = {
  /** The key besides the company, with its types. */
  readonly key: Readonly<Record<string, 'int' | 'bigint' | 'text' | 'uuid' | 'bytea' | 'date'>>
  readonly columns: Readonly<Record<string, TextForm>>
  /** Columns that hold the name of the person whose number is in the other one. */
  readonly names?: Readonly<Record<string, string>>
  /** SQL: the row is about the person. */
  readonly about?: string
  /** What a change of the row sets besides, so that those who have read it before notice. */
  readonly also?: string
}

const ownAlert = (column: string) =>
  `exists (select from alert own where own.company_id = $1 and own.alert_id = ${column} and own.user_id = $2)`

const changed = 'version = t.version + 1'

/**
 * Every column in which the product keeps what people write, or what they are called, except the accounts, the log and where
 * alarms are sent (`contacts`), which have rules of their own. A column that is new in the schema fails a test until it is
 * here or among those that name nobody.
 */
export const textPlaces = {
  acclimatisation_override: { key: { override_id: 'int' }, columns: { reason: 'text' }, about: 't.user_id = $2' },
  alert: {
    key: { alert_id: 'int' },
    columns: { group_name: 'text', location_name: 'text', wbgt_point: 'text', note: 'text', reason: 'json', peak_reason: 'json' },
    names: { full_name: 'user_id', handled_by_name: 'handled_by' },
    about: 't.user_id = $2',
    also: 'changed_at = now()',
  },
  alert_event: {
    key: { alert_id: 'int', event_id: 'bigint' },
    columns: { note: 'text', reason: 'json' },
    names: { user_name: 'user_id' },
    about: ownAlert('t.alert_id'),
  },
  alert_notice: {
    key: { notice_id: 'bigint' },
    columns: { addresses: 'texts', channel_name: 'text' },
    names: { user_name: 'user_id' },
  },
  channel_delivery: {
    key: { delivery_id: 'bigint' },
    columns: { message: 'json', delivered_to: 'texts', answer: 'text', error: 'text' },
    about: ownAlert('t.alert_id'),
  },
  condition_report: { key: { report_id: 'bigint' }, columns: { who: 'text', place: 'text', note: 'text' }, about: 't.user_id = $2' },
  connection: { key: { connection_id: 'text' }, columns: { name: 'text', mapping: 'json' }, also: changed },
  connection_device: { key: { dev_eui: 'text' }, columns: { mapping: 'json' } },
  connection_message: { key: { connection_id: 'text', dev_eui: 'text' }, columns: { name: 'text', message: 'json', refusal: 'text' } },
  device: { key: { device_id: 'int' }, columns: { location_name: 'text' }, also: changed },
  downlink: { key: { downlink_id: 'int' }, columns: { created_by: 'text', error: 'text' } },
  duty: {
    key: { office_id: 'int', version: 'int' },
    columns: { line: 'json', employers: 'json', procedures: 'text', texts: 'json' },
    names: { made_by_name: 'made_by' },
  },
  duty_rota_override: {
    key: { override_id: 'int' },
    columns: { reason: 'text' },
    names: { decided_by_name: 'decided_by' },
    about: '(t.user_id = $2 or t.instead_of = $2)',
  },
  duty_briefing: { key: { briefing_id: 'int' }, columns: {}, names: { speaker: 'speaker_id' } },
  forecast_check: { key: { office_id: 'int', device_id: 'int', day: 'date' }, columns: { place: 'text' } },
  forecast_difference: { key: { device_id: 'int' }, columns: { place: 'text' } },
  ingest_key: { key: { key_id: 'text' }, columns: { name: 'text' } },
  ingest_sender: { key: { office_id: 'int', key_id: 'text' }, columns: { name: 'text' } },
  job: {
    key: { job_id: 'uuid' },
    columns: { file_name: 'text', request: 'json', result: 'json', messages: 'json', error: 'text' },
    about: 't.user_id = $2',
  },
  kept_answer: { key: { user_id: 'int', key_hash: 'bytea' }, columns: { answer: 'jsonText' } },
  morning_check: { key: { user_id: 'int', day: 'date' }, columns: { moved_to: 'text' }, about: 't.user_id = $2' },
  named_place: { key: { place_id: 'int' }, columns: { name: 'text' } },
  notification_channel: { key: { channel_id: 'text' }, columns: { name: 'text', settings: 'json', failure: 'text' }, also: changed },
  office: {
    key: { office_id: 'int' },
    columns: { hospital_name: 'text', address: 'text', procedures: 'text' },
    also: changed,
  },
  read_key: { key: { key_id: 'text' }, columns: { name: 'text', created_by: 'text', stopped_by: 'text' } },
  office_link: { key: { link_id: 'text' }, columns: { name: 'text', created_by: 'text', revoked_by: 'text' } },
  outbox_mail: {
    key: { mail_id: 'bigint' },
    columns: {
      subject: 'text',
      body: 'text',
      html: 'text',
      digest: 'json',
      recipients: 'json',
      delivered_to: 'texts',
      refused: 'json',
      error: 'text',
    },
    about: `(${ownAlert('t.alert_id')} or exists (
      select from alert_notice briefed join alert own on own.company_id = $1 and own.alert_id = briefed.alert_id
       where briefed.company_id = $1 and briefed.mail_id = t.mail_id and own.user_id = $2))`,
  },
  outbox_push: { key: { push_id: 'bigint' }, columns: { payload: 'json', error: 'text' }, about: ownAlert('t.alert_id') },
  person_hold: { key: { user_id: 'int' }, columns: { reason: 'text' }, names: { held_by_name: 'held_by' } },
  site_map: { key: { map_id: 'int' }, columns: { location_name: 'text', floor: 'text', image_name: 'text' } },
  work_group: { key: { group_id: 'int' }, columns: { name: 'text' }, also: changed },
} as const satisfies Readonly<Partial<Record<keyof Database, TextPlace>>>

/** Tables whose rows of the person go whole; those of a session go with it. */
export const rowsOfPerson = [
  'acclimatisation_override',
  'condition_report',
  'device_alarm',
  'failed_sign_in',
  'identity_subject',
  'kept_answer',
  'morning_check',
  'passkey',
  'person_hold',
  'recovery_code',
  'sign_in_code',
  'sign_in_place',
  'sign_in_ticket',
  'totp',
  'worker_card',
] as const satisfies readonly (keyof Database)[]

/** The same of what belongs to their sessions. */
export const rowsOfSessions = ['passkey_draft', 'push_subscription'] as const satisfies readonly (keyof Database)[]
