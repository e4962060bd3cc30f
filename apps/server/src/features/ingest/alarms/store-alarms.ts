import type { AlarmChange, StoredAlarm } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { AlarmOwner, OwnAlarm } from './load-alarms.ts'

/** What becomes of an alarm, with whose it is: office and gateway are those of its newest reading. */
export type OwnChange = AlarmOwner & {
  readonly officeId: number
  readonly gatewayId: number | null
  readonly change: AlarmChange<OwnAlarm>
}

const insertAlarms = {
  name: 'ingest-insert-alarms',
  text: `
    insert into device_alarm (company_id, device_id, user_id, office_id, gateway_id, kind, since, last_at, received_at, window_ms,
      held_until, due_at, cancelled_at, state)
    select $1, * from unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::timestamptz[], $8::timestamptz[],
      $9::timestamptz[], $10::int[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::text[])
    returning alarm_id, state`,
}

const updateAlarms = {
  name: 'ingest-update-alarms',
  text: `
    update device_alarm d
       set since = x.since, last_at = x.last_at, received_at = x.received_at, due_at = x.due_at, cancelled_at = x.cancelled_at,
           state = x.state
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::text[])
           as x (alarm_id, since, last_at, received_at, due_at, cancelled_at, state)
     where d.company_id = $1 and d.alarm_id = x.alarm_id`,
}

const moveAlarms = {
  name: 'ingest-move-alarms',
  text: `
    update device_alarm d
       set since = x.since, last_at = x.last_at, cancelled_at = x.cancelled_at, user_id = x.user_id, office_id = x.office_id
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::int[])
           as x (alarm_id, since, last_at, cancelled_at, user_id, office_id)
     where d.company_id = $1 and d.alarm_id = x.alarm_id`,
}

const deleteAlarms = {
  name: 'ingest-delete-alarms',
  text: 'delete from device_alarm d where d.company_id = $1 and d.alarm_id = any($2::bigint[])',
}

const instantOrNull = (at: number | null) => (at === null ? null : instantOf(at))

type Changed = { readonly stored: OwnAlarm; readonly alarm: StoredAlarm }

/** Stores what became of alarms; answers the numbers of those that their devices have cancelled in time by these readings. */
export const storeAlarms = async (client: PoolClient, companyId: number, changes: readonly OwnChange[]): Promise<number[]> => {
  const begun = changes.flatMap((own) => (own.change.stored === undefined ? [{ ...own, alarm: own.change.alarm }] : []))
  const changed = changes.flatMap(({ change }): Changed[] =>
    change.stored === undefined || change.alarm === null ? [] : [{ stored: change.stored, alarm: change.alarm }],
  )
  const merged = changes.flatMap(({ change }) => (change.stored !== undefined && change.alarm === null ? [change.stored.alarmId] : []))
  const cancelled = changed.flatMap(({ stored, alarm }) =>
    alarm.state === 'cancelled' && stored.state !== 'cancelled' ? [stored.alarmId] : [],
  )
  if (merged.length > 0) await client.query({ ...deleteAlarms, values: [companyId, merged] })
  if (changed.length > 0)
    await client.query({
      ...updateAlarms,
      values: [
        companyId,
        arrayOf(changed, ({ stored }) => stored.alarmId),
        arrayOf(changed, ({ alarm }) => instantOf(alarm.since)),
        arrayOf(changed, ({ alarm }) => instantOf(alarm.last)),
        arrayOf(changed, ({ alarm }) => instantOf(alarm.receivedAt)),
        arrayOf(changed, ({ alarm }) => instantOf(alarm.dueAt)),
        arrayOf(changed, ({ alarm }) => instantOrNull(alarm.cancelledAt)),
        arrayOf(changed, ({ alarm }) => alarm.state),
      ],
    })
  if (begun.length === 0) return cancelled
  const { rows } = await client.query<{ alarm_id: number; state: StoredAlarm['state'] }>({
    ...insertAlarms,
    values: [
      companyId,
      arrayOf(begun, ({ deviceId }) => deviceId),
      arrayOf(begun, ({ userId }) => userId),
      arrayOf(begun, ({ officeId }) => officeId),
      arrayOf(begun, ({ gatewayId }) => gatewayId),
      arrayOf(begun, ({ alarm }) => alarm.kind),
      arrayOf(begun, ({ alarm }) => instantOf(alarm.since)),
      arrayOf(begun, ({ alarm }) => instantOf(alarm.last)),
      arrayOf(begun, ({ alarm }) => instantOf(alarm.receivedAt)),
      arrayOf(begun, ({ alarm }) => alarm.windowMs),
      arrayOf(begun, ({ alarm }) => instantOrNull(alarm.heldUntil)),
      arrayOf(begun, ({ alarm }) => instantOf(alarm.dueAt)),
      arrayOf(begun, ({ alarm }) => instantOrNull(alarm.cancelledAt)),
      arrayOf(begun, ({ alarm }) => alarm.state),
    ],
  })
  return [...cancelled, ...rows.flatMap(({ alarm_id, state }) => (state === 'cancelled' ? [alarm_id] : []))]
}

/** Gives alarms the times and the wearers that their readings have since their devices' clocks turned out to be wrong. */
export const moveStoredAlarms = async (client: PoolClient, companyId: number, alarms: readonly OwnAlarm[]): Promise<void> => {
  if (alarms.length === 0) return
  await client.query({
    ...moveAlarms,
    values: [
      companyId,
      arrayOf(alarms, ({ alarmId }) => alarmId),
      arrayOf(alarms, ({ since }) => instantOf(since)),
      arrayOf(alarms, ({ last }) => instantOf(last)),
      arrayOf(alarms, ({ cancelledAt }) => instantOrNull(cancelledAt)),
      arrayOf(alarms, ({ userId }) => userId),
      arrayOf(alarms, ({ officeId }) => officeId),
    ],
  })
}
