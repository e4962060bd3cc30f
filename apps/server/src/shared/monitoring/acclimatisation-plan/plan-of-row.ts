import type { Acclimatisation, AcclimatisationOverride, OverrideKind, Role } from '@mimamori/contract'
import {
  isBreak,
  isLongBreak,
  ladderDayMinutes,
  type LadderFacts,
  LADDER_SHARES,
  ladderStep,
  type LadderStep,
  minutesOfShare,
  withDayInHeat,
  type WorkingHours,
} from '@mimamori/heat'
import type { Actor } from '../../../platform/http/route.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { heatBasisOfRow, type HeatLayerRow } from '../../organisation/heat-layers.ts'

/** A person with what their plan depends on, as `plan-rows.ts` reads it. */
export type PlanRow = Omit<HeatLayerRow, 'attention'> & {
  readonly acclimatised_on: string | null
  readonly ladder_first_on: string | null
  readonly ladder_last_on: string | null
  readonly ladder_days: number
  /** Minutes in heat of the working day that runs; null where nothing was measured in it. */
  readonly spent: number | null
  readonly override: StoredOverride | null
}

type StoredOverride = {
  readonly kind: OverrideKind
  readonly share: number | null
  readonly until: string | null
  readonly reason: string
  readonly setBy: string | null
  readonly setAt: string
}

/** Of which day the plan is, and what was measured of today, which the stored facts do not know yet. */
export type PlanDay = {
  /** The day of the plan, YYYY-MM-DD. */
  readonly date: string
  /** Today in Japan. */
  readonly today: string
  /** Whether the working day of the site that runs now is `date`. */
  readonly isNow: boolean
  readonly hours: WorkingHours
  /** Exposure minutes of today, of somebody's plan of a day to come. */
  readonly exposureToday?: number | undefined
}

const factsOf = (row: PlanRow): LadderFacts => ({
  acclimatisedOn: row.acclimatised_on,
  firstOn: row.ladder_first_on,
  lastOn: row.ladder_last_on,
  days: row.ladder_days,
})

/** The first day in the heat as the form says it, as long as it says something: for so long that a break as long would make new. */
const firstDayOf = ({ first_exposure_on: first }: PlanRow, date: string): string | null =>
  first !== null && first <= date && !isLongBreak(first, date) ? first : null

/** Whether exposure days still make the row's person acclimatised on a day, which may be one to come. */
const observedOn = (row: PlanRow, { acclimatisedOn }: LadderFacts, date: string): boolean | null =>
  row.observed_acclimatised === true ? acclimatisedOn === null || !isBreak(acclimatisedOn, date) : row.observed_acclimatised

const stepOf = (row: PlanRow, facts: LadderFacts, date: string): LadderStep | null => {
  const isAcclimatised = heatBasisOfRow({ ...row, attention: null, observed_acclimatised: observedOn(row, facts, date) }, date).acclimatised
  return isAcclimatised ? null : ladderStep(facts, firstDayOf(row, date), date)
}

const overrideOf = (stored: StoredOverride | null, date: string): AcclimatisationOverride | null =>
  stored === null || (stored.until !== null && stored.until < date) ? null : { ...stored, setAt: toJapanIso(new Date(stored.setAt)) }

/**
 * A person's acclimatisation plan for a day. Nobody is guessed to be on a ladder of whom nothing was measured and no first day in the heat
 * is known (decisions/0140). 要注意 changes no step.
 */
export const planOfRow = (row: PlanRow, { date, today, isNow, hours, exposureToday }: PlanDay): Acclimatisation => {
  const stored = factsOf(row)
  const facts =
    exposureToday === undefined ? stored : withDayInHeat(stored, { day: today, minutes: exposureToday }, ladderDayMinutes(hours))
  const isKnown = row.observed_acclimatised !== null || row.last_exposure_on !== null || firstDayOf(row, date) !== null
  const step = isKnown ? stepOf(row, facts, date) : null
  const override = overrideOf(row.override, date)
  const share = override === null ? (step?.share ?? null) : override.share
  return {
    isKnown,
    kind: step?.kind ?? null,
    day: step?.day ?? null,
    shares: step === null ? [] : [...LADDER_SHARES[step.kind]],
    hasBegun: step !== null && (step.kind === 'returning' || step.day > 1 || firstDayOf(row, date) !== null),
    share,
    allowedMinutes: share === null ? null : minutesOfShare(share, hours),
    spentMinutes: isNow && row.spent !== null ? Math.floor(row.spent) : null,
    override,
  }
}

/** Whether somebody's plan is shown with what a doctor or an administrator said: health data, which is nothing for the service's people and for no read key. */
export const seesPersonalLimits = ({ role, readKey }: Pick<Actor, 'role' | 'readKey'>): boolean =>
  role !== 'AdminUnitService' && readKey === undefined

const seesReason: readonly Role[] = ['AdminUnitContract', 'HeadquartersAdmin']

/** A person's plan as somebody may see it: why an override was set is shown to administrators of company and site and to the person. */
export const planFor = <Plan extends Pick<Acclimatisation, 'override'>>(
  viewer: Pick<Actor, 'role' | 'userId'>,
  userId: number,
  plan: Plan,
): Plan => {
  const { override } = plan
  if (override === null || seesReason.includes(viewer.role) || viewer.userId === userId) return plan
  return { ...plan, override: { ...override, reason: null } }
}
