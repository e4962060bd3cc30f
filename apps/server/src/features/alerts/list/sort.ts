import { type AlertEpisode, alertKinds, endings, handlings } from '@mimamori/contract'
import { sql } from 'kysely'
import { shownValue } from '../episodes/peak-values.ts'
import type { Viewer } from '../../../shared/monitoring/workers/owner.ts'
import { officesOf } from '../../../shared/organisation/scope.ts'
import { byMeaning, descending, japanese, type ListOrders, type SortKey } from '../../../platform/database/list-order.ts'
import { isEmergency, isEmergencyOrReport } from '../../../shared/monitoring/emergency-kinds.ts'

/** An emergency that nobody has closed. */
export const isOpenEmergency = sql<boolean>`(${isEmergency} and a.handling <> 'closed' and not a.withdrawn)`

/** An emergency, a call, an alarm of a device or a report (申告) that nobody has closed: the first in every list. */
export const isOpenCall = sql<boolean>`(${isEmergencyOrReport} and a.handling <> 'closed' and not a.withdrawn)`

/** A text of the office where it happened, by which nobody sorts who does not see that office: as `seesOffice` has it. */
const ofOffice = (column: string) => (viewer: Viewer) => {
  if (viewer.role === 'AdminUnitService') return japanese(column)
  const officeIds = officesOf(viewer)
  const isOfOffice = officeIds === null ? sql`true` : sql`a.office_id = any(${officeIds}::int[])`
  const isSeen = sql`a.company_id = ${viewer.companyId} and ${isOfOffice}`
  return sql`(case when ${isSeen} then ${sql.ref(column)} end) collate "ja-x-icu"`
}

const startedAt = sql.ref('a.started_at')

/** What the list can be sorted by: fields of the row that are columns. */
const keys = {
  id: sql.ref('a.alert_id'),
  userId: sql.ref('a.user_id'),
  officeId: sql.ref('a.office_id'),
  kind: byMeaning('a.kind', alertKinds),
  fullName: {
    by: sql`coalesce(u.furigana, a.full_name) collate "ja-x-icu"`,
    join: sql`left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id`,
  },
  companyName: japanese('a.company_name'),
  baseName: ofOffice('a.base_name'),
  groupName: ofOffice('a.group_name'),
  locationName: ofOffice('a.location_name'),
  wbgtMeasurementPoint: ofOffice('a.wbgt_point'),
  alertLevel: sql`case when a.ended_at is null then a.level else coalesce(a.peak_level, a.level) end`,
  peakLevel: sql`coalesce(a.peak_level, a.level)`,
  emergency: sql`(${isEmergency})`,
  heartRate: shownValue('heart_rate'),
  excess: shownValue('excess'),
  wbgtValue: shownValue('wbgt'),
  startedAt: { by: startedAt, neverNull: true },
  endedAt: sql.ref('a.ended_at'),
  ending: byMeaning('a.ending', endings),
  late: sql.ref('a.late'),
  withdrawn: sql.ref('a.withdrawn'),
  drill: sql.ref('a.drill'),
  calledAt: sql.ref('a.called_at'),
  handling: byMeaning('a.handling', handlings),
  handledBy: ofOffice('a.handled_by_name'),
  handledAt: sql.ref('a.handled_at'),
  outcome: sql.ref('a.outcome'),
  note: ofOffice('a.note'),
  mails: sql.ref('a.mails'),
} satisfies Partial<Record<keyof AlertEpisode, SortKey<[Viewer]>>>

/** By default the most urgent first: open emergencies, then episodes whose condition still holds, by level. */
export const alertOrders: ListOrders<[Viewer]> = {
  resource: 'alert',
  keys,
  standard: () => [
    ...descending(isOpenEmergency, isOpenCall, sql`(a.ended_at is null)`),
    { by: sql.ref('a.level'), direction: 'desc', nullsLast: true },
  ],
  tieBreaker: descending(startedAt, keys.id),
}
