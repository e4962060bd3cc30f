import { instantOf } from '../../../platform/database/columns.ts'
import type { EpisodeMoment, EpisodeSegment } from './episode-log.ts'
import type { EpisodeEvent } from './record-events.ts'

/** The moment at which a segment first has its highest level; undefined where it has no level. */
const peakOf = ({ moments }: EpisodeSegment) =>
  moments.reduce<EpisodeMoment | undefined>(
    (peak, moment) => (moment.level === null || moment.level <= (peak?.level ?? -1) ? peak : moment),
    undefined,
  )

/**
 * A segment as the statements that open and move episodes read it: its last values, those at its highest level, its bounds.
 * What ends with its last moment has no reason at that moment: the reason is that of the last one that had one.
 */
export const rowOf = (segment: EpisodeSegment, position: number) => {
  const first = segment.moments[0]
  const last = segment.moments.at(-1)
  const peak = peakOf(segment)
  const callMoment = segment.moments.findLast(({ reason }) => reason?.kind === 'call' || reason?.kind === 'alarm')
  return {
    position,
    kind: segment.subject.kind,
    company_id: segment.subject.companyId,
    office_id: segment.subject.officeId,
    user_id: segment.subject.userId,
    device_id: segment.subject.deviceId,
    level: last?.level ?? null,
    peak_level: peak?.level ?? null,
    peak_reason: peak?.reason ?? null,
    peak_heart_rate: peak?.heartRate ?? null,
    peak_excess: peak?.excess ?? null,
    peak_wbgt: peak?.wbgt ?? null,
    reason: segment.moments.findLast(({ reason }) => reason !== null)?.reason ?? null,
    heart_rate: last?.heartRate ?? null,
    excess: last?.excess ?? null,
    wbgt: last?.wbgt ?? null,
    heat_device_id: last?.heatDeviceId ?? null,
    gateway_id: last?.gatewayId ?? null,
    started_at: first === undefined ? null : instantOf(first.at),
    ended_at: segment.endedAt === null ? null : instantOf(segment.endedAt),
    ending: segment.ending,
    // A press of the button or an alarm of the device calls, whatever else began it.
    late: segment.late && callMoment === undefined,
    is_late_no_more: segment.isLateNoMore === true,
    called_at: callMoment === undefined ? null : instantOf(callMoment.at),
  }
}

/** The history of a segment: a line for its opening, each change of level, and its end. */
export const eventsOf = (alertId: number, segment: EpisodeSegment): EpisodeEvent[] => {
  const { companyId, officeId } = segment.subject
  const events: EpisodeEvent[] = []
  let level = segment.levelBefore ?? null
  segment.moments.forEach((moment, index) => {
    const opened = (segment.opened || segment.isLateNoMore === true) && index === 0
    const event = opened ? 'opened' : (moment.level ?? 0) < (level ?? 0) ? 'lowered' : 'raised'
    const note = opened && segment.note !== undefined ? { note: segment.note } : {}
    events.push({ companyId, alertId, officeId, at: new Date(moment.at), event, level: moment.level, values: moment, ...note })
    level = moment.level
  })
  const { endedAt, endValues } = segment
  if (endedAt !== null) events.push({ companyId, alertId, officeId, at: new Date(endedAt), event: 'ended', values: endValues })
  return events
}
