import type { SafetySummary } from '@mimamori/contract'
import { longDayMinutes } from '../../../shared/monitoring/summaries/month-of-days.ts'
import type { Span } from '../../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Context } from '../../../platform/context.ts'
import { byKind, byLevel, byOutcome, responseOf } from './alerts.ts'
import { type CountedSlot, dayOf, heatMinutesOf, longStretchesOf, siteHeat, within, withMargin } from './heat.ts'
import { highestOf, type MeasuredPlace, placesOf } from './places.ts'
import { type Episode, readEpisodesOf } from './read-episodes.ts'
import { type Exposure, readExposures } from './read-exposure.ts'
import { readSiteSlots, readWatcherHeat } from './read-heat.ts'

/** What the figures of a site are counted from. */
export type Material = {
  readonly episodes: readonly Episode[]
  /** The slots of the span that count, and the same with those around it. */
  readonly slots: readonly CountedSlot[]
  readonly slotsAround: readonly CountedSlot[]
  readonly places: readonly MeasuredPlace[]
  readonly exposures: readonly Exposure[]
}

/** Reads what the figures of a site in a span are counted from: summaries and episodes, no readings but of hours that run or are due. */
export const readMaterial = async ({ db, pool, clock }: Context, office: OfficeKey, span: Span): Promise<Material> => {
  const [episodes, siteSlots, watchers, exposures] = await Promise.all([
    readEpisodesOf(db, office, span),
    readSiteSlots(pool, office, withMargin(span)),
    readWatcherHeat(pool, office, span),
    readExposures({ db, pool }, office, span),
  ])
  const slotsAround = siteHeat(siteSlots, clock())
  const slots = within(slotsAround, span)
  return { episodes, slots, slotsAround, places: placesOf(watchers, slots), exposures }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const longDaysOf = (slots: readonly CountedSlot[]): number =>
  [...Map.groupBy(slots, ({ at }) => dayOf(at)).values()].filter((own) => heatMinutesOf(own) > longDayMinutes).length

/** What a site's heat and alerts came to, without a name of anybody. */
export type SafetyFigures = Pick<SafetySummary, 'people' | 'totals' | 'heat' | 'kinds' | 'response' | 'outcomes'> & {
  readonly exposure: Omit<SafetySummary['exposure'], 'people'>
}

/** The figures of a span from what was read of it. */
export const figuresOf = ({ episodes, slots, slotsAround, places, exposures }: Material, span: Span, now: Date): SafetyFigures => ({
  people: exposures.length,
  totals: byLevel(episodes),
  heat: {
    highest: highestOf(places),
    heatMinutes: heatMinutesOf(slots),
    longStretches: longStretchesOf(slotsAround, span),
    longDays: longDaysOf(slots),
  },
  kinds: byKind(episodes),
  response: responseOf(episodes, now),
  outcomes: byOutcome(episodes),
  exposure: { minutes: sum(exposures.map(({ minutes }) => minutes)), longDays: sum(exposures.map(({ longDays }) => longDays)) },
})

/** The figures of a site in any span of days in Japan, half open: a day's or a month's. The caller has checked the scope. */
export const readSafetyFigures = async (context: Context, office: OfficeKey, span: Span): Promise<SafetyFigures> =>
  figuresOf(await readMaterial(context, office, span), span, context.clock())
