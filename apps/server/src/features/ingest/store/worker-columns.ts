import { packState, type WorkerAssessment, type WorkerState } from '@mimamori/heat'
import {
  asBoolean,
  asDouble,
  asInstant,
  asInteger,
  asJson,
  asReal,
  asSmallint,
  asWord,
  type Column,
  columnsOf,
  selectListOf,
} from '../../../platform/database/column-list.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import type { AssessedReading } from '../reading.ts'

/** What a batch makes of the state of a worker. */
export type WorkerUpdate = {
  readonly userId: number
  readonly state: WorkerState
  /** Newest time among the batch's readings, and of their receipt. */
  readonly lastAt: number | null
  readonly heardAt: number | null
  /** The reading that is now the worker's latest; null where all came late. */
  readonly latest: AssessedReading | null
  /** The last valid one that the batch brought, bpm; null where what came after it counts as missing. */
  readonly heartRate: number | null
  /** The last one with a position. */
  readonly located: AssessedReading | null
  readonly levelSince: number | null
}

/** The reasons of a worker's levels, the heart's first; null where there are none. */
const reasonOf = (worker: WorkerAssessment | null | undefined): string | null => {
  const reasons = [worker?.reason, worker?.heatReason].filter((reason) => reason != null)
  return reasons.length === 0 ? null : JSON.stringify(reasons)
}

/** The emergency that somebody is in now: a late one (後着) is answered among the alerts, and is no sign of their present condition. */
const emergencyNow = ({ emergency: { open } }: WorkerState) => (open?.isLate === true ? null : open)

const minuteMs = 60_000

/** Minutes of a worker's exposure clock; null where the heat of their day is not known at all. */
const heatMinutes = ({ exposure }: WorkerState, key: 'today' | 'onEnd' | 'longest'): number | null =>
  exposure === null || (exposure.isHot === null && exposure.today === 0 && exposure.cool === 0) ? null : exposure[key] / minuteMs

/** `moved`: whether the batch has the worker's latest reading; `located_at`: when the last reading with a position was taken. */
type Row = Database['worker_state'] & { readonly moved: boolean; readonly located_at: Date | null }

const { field, computed } = columnsOf<Row, WorkerUpdate>()

/** SQL for the new value of a column; `of` names where another column's value of now is found: sent, or in the row. */
type Assignment = (name: string, of: (column: string) => string) => string

/** A column that is sent, with what becomes of the row by it; `keepsKnown`: a null leaves the row's value as it is. */
type StateColumn = Column<WorkerUpdate> & { readonly assign?: Assignment; readonly keepsKnown?: boolean }

const assigned = (assign: Assignment, ...columns: readonly Column<WorkerUpdate>[]): StateColumn[] =>
  columns.map((column) => ({ ...column, assign }))

const always: Assignment = (name) => `${name} = x.${name}`
const newer: Assignment = (name) => `${name} = greatest(s.${name}, x.${name})`
// A late reading changes only the judge's state (it may have brought a press of the call button).
const byLatest: Assignment = (name) => `${name} = case when x.moved then x.${name} else s.${name} end`
const lastKnown: Assignment = (name) => `${name} = case when x.moved then coalesce(x.${name}, s.${name}) else s.${name} end`
const byPlace: Assignment = (name) =>
  `${name} = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.${name} else s.${name} end`

/** What is new with every reading; the numbers of the workers come first. */
const minuteColumns: readonly StateColumn[] = [
  field('user_id', asInteger, (update) => update),
  ...assigned(
    always,
    computed('judge', asJson, ({ state }) => JSON.stringify(packState(state))),
  ),
  ...assigned(
    newer,
    field('last_at', asInstant, (update) => update),
    field('heard_at', asInstant, (update) => update),
  ),
  ...assigned(
    (name, of) =>
      `${name} = case when x.moved then coalesce(x.${name}, case when ${of('no_heart_rate')} then null else s.${name} end) else s.${name} end`,
    computed('heart_rate', asSmallint, ({ heartRate }) => (heartRate === null ? null : Math.round(heartRate))),
  ),
  ...assigned(
    byLatest,
    field('wbgt', asReal, ({ latest }) => latest?.heat),
    field('excess', asReal, ({ latest }) => latest?.worker),
    field('expires_at', asInstant, ({ latest }) => latest?.worker),
  ),
  ...assigned(
    (name) => `position_at = greatest(s.position_at, x.${name})`,
    computed('located_at', asInstant, ({ located }) => located?.reading.at ?? null),
  ),
  ...assigned(
    always,
    computed('heat_minutes_today', asReal, ({ state }) => heatMinutes(state, 'today')),
    computed('heat_minutes_on_end', asReal, ({ state }) => heatMinutes(state, 'onEnd')),
    computed('heat_minutes_longest', asReal, ({ state }) => heatMinutes(state, 'longest')),
  ),
]

/** What is new where somebody moves about, or the reasons of their levels name other values. */
const movingColumns: readonly StateColumn[] = [
  ...assigned(
    byPlace,
    field('latitude', asDouble, ({ located }) => located?.reading),
    field('longitude', asDouble, ({ located }) => located?.reading),
    field('accuracy', asReal, ({ located }) => located?.reading),
  ),
  ...assigned(
    lastKnown,
    field('signal', asSmallint, ({ latest }) => latest?.reading),
    field('gateway_id', asInteger, ({ latest }) => latest?.reading),
  ).map(keepingKnown),
  ...assigned(
    (name, of) => `${name} = case when not x.moved then s.${name} when ${of('total_level')} >= 1 then coalesce(x.${name}, s.${name}) end`,
    computed('reason', asJson, ({ latest }) => reasonOf(latest?.worker)),
  ),
]

/** What is seldom new. */
const seldomColumns: readonly StateColumn[] = [
  computed('moved', asBoolean, ({ latest }) => latest !== null),
  ...assigned(
    always,
    computed('emergency_since', asInstant, ({ state }) => emergencyNow(state)?.since ?? null),
    computed('emergency_cause', asWord, ({ state }) => emergencyNow(state)?.cause ?? null),
    computed('own_mean', asReal, ({ state }) => state.heart.shift?.own?.mean ?? null),
    computed('own_peak', asReal, ({ state }) => state.heart.shift?.own?.peak ?? null),
    computed('own_shifts', asSmallint, ({ state }) => state.heart.shift?.own?.shifts ?? null),
    computed('strained_at', asInstant, ({ state }) => state.heart.shift?.strainedAt ?? null),
  ),
  ...assigned(
    byLatest,
    field('device_id', asInteger, ({ latest }) => latest?.reading),
    computed('wbgt_source', asWord, ({ latest }) => latest?.heat?.source ?? null),
    computed('wbgt_device_id', asInteger, ({ latest }) => latest?.heat?.deviceId ?? null),
    field('heart_level', asSmallint, ({ latest }) => latest?.worker),
    field('heat_level', asSmallint, ({ latest }) => latest?.worker),
    field('total_level', asSmallint, ({ latest }) => latest?.worker),
    field('personal_level', asSmallint, ({ latest }) => latest?.worker),
    computed('no_heart_rate', asBoolean, ({ latest }) => latest?.worker?.noHeartRate ?? false),
    computed('lost_heart_rate', asBoolean, ({ latest }) => latest?.worker?.lost.heartRate ?? false),
    computed('lost_wbgt', asBoolean, ({ latest }) => latest?.worker?.lost.wbgt ?? false),
    field('interval_minutes', asReal, ({ latest }) => latest?.worker),
  ),
  ...assigned(
    (name) => `${name} = coalesce(x.${name}, s.${name})`,
    field('level_since', asInstant, (update) => update),
  ).map(keepingKnown),
  ...assigned(
    lastKnown,
    field('battery', asSmallint, ({ latest }) => latest?.reading),
  ).map(keepingKnown),
]

function keepingKnown(column: StateColumn): StateColumn {
  return { ...column, keepsKnown: true }
}

/** All that is sent of a worker, apart from their company. */
export const workerColumns = [...minuteColumns, ...movingColumns, ...seldomColumns]

const statementOf = (name: string, columns: readonly StateColumn[]) => {
  const sent = new Set(columns.map((column) => column.name))
  const of = (column: string) => `${sent.has(column) ? 'x' : 's'}.${column}`
  const assignments = columns.flatMap((column) => column.assign?.(column.name, of) ?? [])
  return {
    columns,
    name,
    // The condition that always holds has the planner expect one row of the parameters, so that it looks each state up by its key: where
    // several companies share the table it would else expect one state, and take all parameters apart again for each that it finds.
    // What is sorted is taken apart once, also by a plan that is made while the table is empty.
    text: `
    with stored as (
    update worker_state s set
      ${assignments.join(',\n      ')},
      changed_at = now()
    from (select ${selectListOf(columns, 2)}${sent.has('moved') ? '' : ', true as moved'} order by user_id) x
    where s.company_id = $1 and s.user_id = x.user_id and x.user_id + 0 = x.user_id
    returning s.xmin as version)
    select o.version, count(*)::int as workers from stored o group by o.version`,
  }
}

/** The statements that write states, from the one that writes least to the one that writes all. */
export const updatesOfWorkers = [
  statementOf('ingest-workers-minute', minuteColumns),
  statementOf('ingest-workers-moving', [...minuteColumns, ...movingColumns]),
  statementOf('ingest-workers', workerColumns),
] as const

/** What was written last of the columns that are not new with every reading. */
export type WrittenState = { readonly moving: readonly unknown[]; readonly seldom: readonly unknown[] }

const valuesOf = (columns: readonly StateColumn[], update: WorkerUpdate, before: readonly unknown[] | undefined): unknown[] =>
  columns.map(({ value, keepsKnown }, index) => value(update) ?? (keepsKnown === true ? (before?.[index] ?? null) : null))

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

/** Which of the statements a worker's update needs, by its place among them, and what is written of them then. */
type Choice = { readonly statement: 0 | 1 | 2; readonly written: WrittenState | null }

/**
 * Chooses the statement that writes all that is new of a worker. What it leaves out is in the row already: to send and compare it again
 * costs the database a quarter of what writing a state does.
 * @param before what the row has; null where that is not known
 */
export const chooseUpdate = (update: WorkerUpdate, before: WrittenState | null): Choice => {
  // After a late reading the row has other values than the update.
  if (update.latest === null) return { statement: 2, written: null }
  const moving = valuesOf(movingColumns, update, before?.moving)
  const seldom = valuesOf(seldomColumns, update, before?.seldom)
  if (before === null || !areSame(seldom, before.seldom)) return { statement: 2, written: { moving, seldom } }
  return areSame(moving, before.moving) ? { statement: 0, written: before } : { statement: 1, written: { moving, seldom: before.seldom } }
}
