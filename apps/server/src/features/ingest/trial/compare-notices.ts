import type { AlertTrial } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'

const minuteMs = 60_000

/** A notice about a person; `at` in epoch ms. An emergency counts as level 3. */
export type PersonNotice = { readonly at: number; readonly kind: 'condition' | 'emergency'; readonly level: number }

/** A time in which a person's alert was open, epoch ms; without an end infinite. */
export type Bout = { readonly from: number; readonly to: number }

/** What became of a person's alert: somebody closed it so; `wasNotified`: people were really notified of it. */
export type GraveAlert = Bout & {
  readonly kind: 'condition' | 'emergency'
  readonly level: number
  readonly outcome: NonNullable<AlertTrial['missed'][number]['outcome']>
  readonly wasNotified: boolean
}

/** So long before an alert opens with the settings in force, a notice with others still is about it. Project choice, decisions/0122. */
const earlierMs = 60 * minuteMs
/** So long after somebody's alert with such an outcome a notice is still about it. Project choice, decisions/0122. */
const afterwardsMs = 15 * minuteMs

type Missed = Omit<AlertTrial['missed'][number], 'userId' | 'userName'> & { readonly atMs: number; readonly bout: Bout }
type Later = Omit<AlertTrial['later'][number], 'userId' | 'userName'>

const missedOf = ({ at, kind, level }: PersonNotice, bout: Bout): Missed => ({
  at: toJapanIso(new Date(at)),
  atMs: at,
  kind,
  level,
  outcome: null,
  bout,
})

const laterOf = ({ at, kind, level }: PersonNotice, byMs: number): Later[] => {
  const minutes = Math.round(byMs / minuteMs)
  return minutes < 1 ? [] : [{ at: toJapanIso(new Date(at)), kind, level, minutes }]
}

/** How the notices of a condition in one bout change: the first one and the gravest one are looked for. */
const compareConditions = (notices: readonly PersonNotice[], window: readonly PersonNotice[], bout: Bout) => {
  const [first] = notices
  if (first === undefined) return { missed: [], later: [] }
  const gravest = notices.reduce((most, notice) => (notice.level > most.level ? notice : most), first)
  const matches = [...new Set([gravest, first])].map((notice) => ({ notice, match: window.find(({ level }) => level >= notice.level) }))
  const gone = matches.find(({ match }) => match === undefined)
  if (gone !== undefined) return { missed: [missedOf(gone.notice, bout)], later: [] }
  const delays = matches.map(({ notice, match }) => ({ notice, byMs: (match?.at ?? notice.at) - notice.at }))
  const worst = delays.reduce((most, delay) => (delay.byMs > most.byMs ? delay : most))
  return { missed: [], later: laterOf(worst.notice, worst.byMs) }
}

/** How the emergencies of one bout change: the first is compared with the first, the second with the second. */
const compareEmergencies = (notices: readonly PersonNotice[], window: readonly PersonNotice[], bout: Bout) => {
  const own = window.filter(({ kind }) => kind === 'emergency')
  const pairs = notices.map((notice, index) => ({ notice, match: own[index] }))
  return {
    missed: pairs.flatMap(({ notice, match }) => (match === undefined ? [missedOf(notice, bout)] : [])),
    later: pairs.flatMap(({ notice, match }) => (match === undefined ? [] : laterOf(notice, match.at - notice.at))),
  }
}

const overlaps = (one: Bout, other: Bout): boolean => one.from <= other.to + earlierMs && other.from <= one.to + earlierMs

/**
 * Which notices about one person come later with other settings, or not at all. A notice is found again if one at least as grave comes in
 * the bout, or up to an hour before it and after the bout before. Pure; everything in time order.
 * @param bouts when the person's alerts were open with the settings in force
 */
export const compareNotices = (
  before: { readonly notices: readonly PersonNotice[]; readonly bouts: readonly Bout[] },
  after: readonly PersonNotice[],
  grave: readonly GraveAlert[],
): { readonly later: Later[]; readonly missed: Omit<Missed, 'atMs' | 'bout'>[] } => {
  const alone = before.notices.filter(({ at }) => !before.bouts.some(({ from, to }) => at >= from && at <= to))
  const bouts = [...before.bouts, ...alone.map(({ at }) => ({ from: at, to: at }))].toSorted((one, other) => one.from - other.from)
  const missed: Missed[] = []
  const later: Later[] = []
  bouts.forEach((bout, index) => {
    const notices = before.notices.filter(({ at }) => at >= bout.from && at <= bout.to)
    const since = Math.max(bout.from - earlierMs, bouts[index - 1]?.to ?? Number.NEGATIVE_INFINITY)
    const window = after.filter(({ at }) => at > since && at <= bout.to)
    for (const changes of [
      compareConditions(
        notices.filter(({ kind }) => kind === 'condition'),
        window,
        bout,
      ),
      compareEmergencies(
        notices.filter(({ kind }) => kind === 'emergency'),
        window,
        bout,
      ),
    ]) {
      missed.push(...changes.missed)
      later.push(...changes.later)
    }
  })
  const named = missed.map((one) => ({ ...one, outcome: grave.find((alert) => overlaps(alert, one.bout))?.outcome ?? null }))
  // People were notified then by other settings; neither those in force nor the new ones would do it.
  const beyond = grave.flatMap((alert): Missed[] => {
    const isNotified = after.some(({ at }) => at >= alert.from - earlierMs && at <= alert.to + afterwardsMs)
    const isNamed = missed.some(({ bout }) => overlaps(alert, bout))
    if (!alert.wasNotified || isNotified || isNamed) return []
    return [{ ...missedOf({ at: alert.from, kind: alert.kind, level: alert.level }, alert), outcome: alert.outcome }]
  })
  return {
    later,
    missed: [...named, ...beyond].toSorted((one, other) => one.atMs - other.atMs).map(({ atMs: _, bout: __, ...change }) => change),
  }
}
