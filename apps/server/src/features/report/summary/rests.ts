import type { SafetySummary } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { median } from './alerts.ts'
import type { GroupRest, RestCall, RestMaterial } from './read-rests.ts'

type Rests = SafetySummary['rests']
type GroupLine = Rests['groups'][number]

const minuteMs = 60_000

/** A call for rest with what followed it; minutes, null where nothing did. */
type FollowedCall = {
  readonly call: RestCall
  readonly restedAfter: number | null
  readonly recoveredAfter: number | null
  readonly hasHeart: boolean
}

const minutesAfter = (at: Date | null | undefined, { since }: RestCall): number | null =>
  at == null ? null : Math.max(0, (at.getTime() - since.getTime()) / minuteMs)

const followed = ({ calls, aftermaths }: RestMaterial): FollowedCall[] =>
  calls.map((call) => {
    const after = aftermaths.get(call.id)
    return {
      call,
      restedAfter: minutesAfter(after?.restedAt, call),
      recoveredAfter: minutesAfter(after?.recoveredAt, call),
      hasHeart: after?.hasHeart ?? false,
    }
  })

const within = (all: readonly FollowedCall[], minutes: number): number =>
  all.filter(({ restedAfter }) => restedAfter !== null && restedAfter <= minutes).length

const countOf = (all: readonly FollowedCall[]) => ({ alerts: all.length, within30: within(all, 30) })
const noneOf = (all: readonly FollowedCall[]): number => all.filter(({ restedAfter }) => restedAfter === null).length

const groupLines = (all: readonly FollowedCall[], groups: readonly GroupRest[]): GroupLine[] => {
  const ofGroups = Map.groupBy(all, ({ call }) => call.groupId)
  const minutes = new Map(groups.map((one) => [one.groupId, one]))
  return [...new Set([...ofGroups.keys(), ...minutes.keys()])]
    .map((groupId) => {
      const own = ofGroups.get(groupId) ?? []
      const known = minutes.get(groupId)
      const groupName = own.at(-1)?.call.groupName ?? known?.groupName ?? null
      return {
        groupName,
        ...countOf(own),
        none: noneOf(own),
        takenMinutes: known?.taken ?? 0,
        dueMinutes: known?.due ?? 0,
        plannedMinutes: known?.planned ?? null,
      }
    })
    .filter(({ alerts, takenMinutes, dueMinutes, plannedMinutes }) => alerts + takenMinutes + dueMinutes + (plannedMinutes ?? 0) > 0)
    .toSorted((one, other) => other.alerts - one.alerts || other.dueMinutes - one.dueMinutes)
}

/** How the alerts of a site were followed by rest, whether the hearts came down, and what rest was taken. */
export const restsOf = (material: RestMaterial): Rests => {
  const all = followed(material)
  const rested = all.filter(({ restedAfter }) => restedAfter !== null)
  const recovered = rested.flatMap(({ recoveredAfter }) => recoveredAfter ?? [])
  const hours = Map.groupBy(all, ({ call }) => Number(toJapanIso(call.startedAt).slice(11, 13)))
  return {
    ...countOf(all),
    within15: within(all, 15),
    later: rested.length - within(all, 30),
    none: noneOf(all),
    recovery: {
      rested: rested.length,
      recovered: recovered.length,
      medianMinutes: median(recovered),
      unknown: rested.filter(({ hasHeart, recoveredAfter }) => !hasHeart && recoveredAfter === null).length,
    },
    hours: Array.from({ length: 24 }, (_, hour) => countOf(hours.get(hour) ?? [])),
    groups: groupLines(all, material.groups),
  }
}
