import { type AlertEpisode, alertKinds, handlings, issueText } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { badRequest } from '../platform/errors.ts'
import { type AlertOrder, isOpenEmergency } from './store.ts'

type Sorting = { readonly by: RawBuilder<unknown>; readonly join?: RawBuilder<unknown> }

const japanese = (column: string): Sorting => ({ by: sql`${sql.ref(column)} collate "ja-x-icu"` })
const plain = (column: string): Sorting => ({ by: sql.ref(column) })
// Words of the code sort by what they mean, not by their letters.
const byMeaning = (column: string, words: readonly string[]): Sorting => ({ by: sql`array_position(${words}::text[], ${sql.ref(column)})` })

/** What the list can be sorted by: fields of the row that are columns. */
const sortings: Partial<Record<keyof AlertEpisode, Sorting>> = {
  id: plain('a.alert_id'),
  kind: byMeaning('a.kind', alertKinds),
  fullName: {
    by: sql`coalesce(u.furigana, a.full_name) collate "ja-x-icu"`,
    join: sql`left join app_user u on u.user_id = a.user_id`,
  },
  companyName: japanese('a.company_name'),
  baseName: japanese('a.base_name'),
  groupName: japanese('a.group_name'),
  locationName: japanese('a.location_name'),
  wbgtMeasurementPoint: japanese('a.wbgt_point'),
  alertLevel: { by: sql`case when a.ended_at is null then a.level else coalesce(a.peak_level, a.level) end` },
  emergency: { by: sql`(a.kind = 'emergency')` },
  heartRate: plain('a.heart_rate'),
  excess: plain('a.excess'),
  wbgtValue: plain('a.wbgt'),
  startedAt: plain('a.started_at'),
  endedAt: plain('a.ended_at'),
  handling: byMeaning('a.handling', handlings),
  handledAt: plain('a.handled_at'),
  outcome: plain('a.outcome'),
  mails: plain('a.mails'),
}

const none = sql``
// Emergencies nobody has closed, then what still stands, by level.
const urgent = sql`${isOpenEmergency} desc, (a.ended_at is null) desc, a.level desc nulls last`

/**
 * The list's order; without a key the most urgent of the current episodes first, or the newest of all.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const orderFrom = (sortKey: string | undefined, sortOrder: 'asc' | 'desc' | undefined, allTime: boolean): AlertOrder => {
  if (sortKey === undefined || sortKey === '') return allTime ? 'newest' : { by: urgent, join: none }
  const sorting = Object.hasOwn(sortings, sortKey) ? sortings[sortKey as keyof AlertEpisode] : undefined
  if (sorting === undefined) throw badRequest(issueText('alert', { code: 'invalid_value', path: ['sortKey'], values: [], message: '' }))
  return { by: sql`${sorting.by} ${sql.raw(sortOrder ?? 'asc')} nulls last`, join: sorting.join ?? none }
}
