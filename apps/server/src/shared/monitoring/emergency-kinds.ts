import { deviceAlarmKinds, emergencyKinds } from '@mimamori/contract'
import { sql } from 'kysely'

const literals = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)))

/** SQL: the kinds of emergencies, as literals, by which the planner finds the index alert_open_emergency. */
export const emergencyKindList = literals(emergencyKinds)

/** SQL: an alert (alias `a`) is an emergency: of accumulated time, a call, or an alarm of a device. */
export const isEmergency = sql<boolean>`a.kind in (${emergencyKindList})`

/** SQL: an alert (alias `a`) is an emergency or a report (申告): what only a person closes. */
export const isEmergencyOrReport = sql<boolean>`a.kind in (${literals([...emergencyKinds, 'report'])})`

/** SQL: an alert (alias `a`) is an alarm that a device judged itself. */
export const isDeviceAlarm = sql<boolean>`a.kind in (${literals(deviceAlarmKinds)})`
