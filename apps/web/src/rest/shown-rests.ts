import type { HealthRow } from '@mimamori/contract/health-condition'
import type { Rest } from '@mimamori/contract/rest'
import { restMinutes } from '@mimamori/heat/rest'
import { withUnsentRests } from '../organisation/rests/apply-unsent.ts'
import { restedMinutes } from './planned-and-taken.ts'
import type { StoredAction } from '../platform/action-queue/action-store.ts'

/** A person on the screen, with their rest that lasts; `since` is when it began here or at the server. */
export type ShownPerson = {
  readonly row: HealthRow
  readonly rest: Rest | undefined
  readonly since: string | null
  readonly isUnsent: boolean
  /** Minutes of all rests of the day, as far as they are known. */
  readonly restedToday: number
}

/** How hot the work is where it is hottest, °C above the reference, and the place; null where nobody at work has a value. */
export type HottestWork = { readonly excess: number; readonly place: string | null; readonly due: number }

export type ShownRests = {
  /** Sent ten minutes ago or longer, and still heard elsewhere. */
  readonly notResting: readonly ShownPerson[]
  readonly resting: readonly ShownPerson[]
  /** Those who are heard and do not rest, the longest in heat first. */
  readonly working: readonly ShownPerson[]
  readonly hottest: HottestWork | null
}

const hottestOf = (rows: readonly HealthRow[]): HottestWork | null => {
  const [first] = rows
    .flatMap((row) => (row.excess === null || row.status === '0' ? [] : [{ ...row, excess: row.excess }]))
    .toSorted((one, other) => other.excess - one.excess)
  if (first === undefined) return null
  return { excess: first.excess, place: first.wbgtMeasurementPoint ?? first.locationName, due: restMinutes(first.excess) }
}

const onEnd = ({ row }: ShownPerson) => row.heatMinutesOnEnd ?? -1
const startOf = ({ since }: ShownPerson) => (since === null ? 0 : Date.parse(since))

/** Who of the people rests, who was sent and does not, and who works, as it is once what was done here has reached the server. */
export const shownRests = (rows: readonly HealthRow[], rests: readonly Rest[], actions: readonly StoredAction[]): ShownRests => {
  const open = new Map(rests.filter(({ to }) => to === null).map((one) => [one.userId, one]))
  const all = rows.map((row): ShownPerson => {
    const known = open.get(row.userId)
    const { resting, isUnsent } = withUnsentRests(row.userId, known?.from ?? row.resting, actions)
    return { row, rest: resting === null ? undefined : known, since: resting, isUnsent, restedToday: restedMinutes(row.userId, rests) }
  })
  const isNotResting = ({ rest, isUnsent }: ShownPerson) => rest?.notResting === true && !isUnsent
  const resting = all.filter((person) => person.since !== null && !isNotResting(person))
  const working = all.filter(({ row, since }) => since === null && row.hideData === '0')
  return {
    notResting: all.filter(isNotResting).toSorted((one, other) => startOf(one) - startOf(other)),
    resting: resting.toSorted((one, other) => startOf(one) - startOf(other)),
    working: working.toSorted((one, other) => onEnd(other) - onEnd(one)),
    hottest: hottestOf(working.map(({ row }) => row)),
  }
}

/** Minutes of a rest so far: by a leader's word until now, by a place as long as it heard the person. */
export const minutesOf = ({ rest, since }: ShownPerson, now: number): number => {
  if (rest?.source === 'place') return rest.taken ?? 0
  return since === null ? 0 : Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
}
