import type { DutyRota, RotaPlace, RotaShift } from '@mimamori/contract/duty-rota'
import { patternOfWeek } from '@mimamori/contract/rota-pattern'

/** Somebody planned for a place of a shift. */
export type PlannedPlace = { readonly date: string; readonly shift: RotaShift; readonly place: number; readonly userId: number }
/** A place of a shift of each day. */
export type PlanRow = Pick<PlannedPlace, 'shift' | 'place'>
type PlanKey = Omit<PlannedPlace, 'userId'>

const keyOf = ({ date, shift, place }: PlanKey) => `${date} ${shift} ${place}`

const inOrder = (plan: readonly PlannedPlace[]) => plan.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))

/** Who is planned for a week, without those who take their places. */
export const plannedOf = (places: readonly RotaPlace[]): PlannedPlace[] =>
  inOrder(
    places.flatMap(({ date, shift, place, userId, override }) => {
      const planned = override === null ? userId : override.plannedUserId
      return planned === null ? [] : [{ date, shift, place, userId: planned }]
    }),
  )

/** Who is at a place of a plan. */
export const personAt = (plan: readonly PlannedPlace[], at: PlanKey): number | undefined =>
  plan.find((one) => keyOf(one) === keyOf(at))?.userId

/** The plan with somebody at a place, or nobody. */
export const withPerson = (plan: readonly PlannedPlace[], at: PlanKey, userId: number | undefined): PlannedPlace[] => {
  const others = plan.filter((one) => keyOf(one) !== keyOf(at))
  return userId === undefined ? others : inOrder([...others, { date: at.date, shift: at.shift, place: at.place, userId }])
}

/** Other places of the same shift at which somebody is. */
export const otherPlaceOf = (plan: readonly PlannedPlace[], at: PlanKey, userId: number): number | undefined =>
  plan.find((one) => one.date === at.date && one.shift === at.shift && one.place !== at.place && one.userId === userId)?.place

/**
 * The plan with somebody at the same place of several days; days on which they are at another place of the shift stay as they are.
 * @returns the plan, and these days
 */
export const withRow = (
  plan: readonly PlannedPlace[],
  row: PlanRow,
  userId: number,
  dates: readonly string[],
): { readonly plan: PlannedPlace[]; readonly skipped: string[] } => {
  const isTaken = (date: string) => otherPlaceOf(plan, { ...row, date }, userId) !== undefined
  const free = dates.filter((date) => !isTaken(date))
  return {
    plan: free.reduce((before, date) => withPerson(before, { ...row, date }, userId), [...plan]),
    skipped: dates.filter(isTaken),
  }
}

/**
 * The plan with the people of the week before, days off after days off, without substitutes and without those who may not be called any
 * more. Days that may not be changed stay as they are.
 */
export const withWeekBefore = (
  plan: readonly PlannedPlace[],
  before: DutyRota,
  rota: DutyRota,
  mayChange: (at: PlanKey) => boolean,
): PlannedPlace[] => {
  const pattern = patternOfWeek(before.days, rota.days)
  const eligible = new Set(rota.candidates.map(({ userId }) => userId))
  const former = plannedOf(before.places).filter(({ userId }) => eligible.has(userId))
  const copied = rota.days.flatMap(({ date }) => former.filter((one) => one.date === pattern.get(date)).map((one) => ({ ...one, date })))
  return inOrder([...plan.filter((one) => !mayChange(one)), ...copied.filter(mayChange)])
}

/** What was changed in a plan, put onto another that somebody has saved meanwhile. */
export const withChanges = (
  began: readonly PlannedPlace[],
  changed: readonly PlannedPlace[],
  latest: readonly PlannedPlace[],
): PlannedPlace[] => {
  const keys = new Map([...began, ...changed].map((one) => [keyOf(one), one]))
  return [...keys.values()]
    .filter((at) => personAt(began, at) !== personAt(changed, at))
    .reduce((plan, at) => withPerson(plan, at, personAt(changed, at)), [...latest])
}

/** The plan without places that the shifts do not have. */
export const withinPlaces = (
  plan: readonly PlannedPlace[],
  { dayPlaces, nightPlaces }: { readonly dayPlaces: number; readonly nightPlaces: number },
): PlannedPlace[] => plan.filter(({ shift, place }) => place <= (shift === 'day' ? dayPlaces : nightPlaces))
