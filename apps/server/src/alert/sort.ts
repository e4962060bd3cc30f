import { type AlertEpisode, alertKinds, handlings } from '@mimamori/contract'
import { sql } from 'kysely'
import { descending, japanese, type ListOrders, type SortKey } from '../platform/list-order.ts'

/** An emergency that nobody has closed. */
export const isOpenEmergency = sql<boolean>`(a.kind = 'emergency' and a.handling <> 'closed')`

// Coded words are sorted by their meaning, not alphabetically.
const byMeaning = (column: string, words: readonly string[]) => sql`array_position(${words}::text[], ${sql.ref(column)})`

/** What the list can be sorted by: fields of the row that are columns. */
const keys = {
  id: sql.ref('a.alert_id'),
  kind: byMeaning('a.kind', alertKinds),
  fullName: {
    by: sql`coalesce(u.furigana, a.full_name) collate "ja-x-icu"`,
    join: sql`left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id`,
  },
  companyName: japanese('a.company_name'),
  baseName: japanese('a.base_name'),
  groupName: japanese('a.group_name'),
  locationName: japanese('a.location_name'),
  wbgtMeasurementPoint: japanese('a.wbgt_point'),
  alertLevel: sql`case when a.ended_at is null then a.level else coalesce(a.peak_level, a.level) end`,
  emergency: sql`(a.kind = 'emergency')`,
  heartRate: sql.ref('a.heart_rate'),
  excess: sql.ref('a.excess'),
  wbgtValue: sql.ref('a.wbgt'),
  startedAt: sql.ref('a.started_at'),
  endedAt: sql.ref('a.ended_at'),
  handling: byMeaning('a.handling', handlings),
  handledAt: sql.ref('a.handled_at'),
  outcome: sql.ref('a.outcome'),
  mails: sql.ref('a.mails'),
} satisfies Partial<Record<keyof AlertEpisode, SortKey>>

/** By default the most urgent first: open emergencies, then episodes whose condition still holds, by level. */
export const alertOrders: ListOrders = {
  resource: 'alert',
  keys,
  standard: () => [
    ...descending(isOpenEmergency, sql`(a.ended_at is null)`),
    { by: sql.ref('a.level'), direction: 'desc', nullsLast: true },
  ],
  tieBreaker: descending(keys.startedAt, keys.id),
}
