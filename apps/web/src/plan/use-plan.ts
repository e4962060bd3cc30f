import { plan as endpoint } from '@mimamori/contract/plan'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { planDays } from './plan-days.ts'
import { isTried, noTrial, trialQuery, type TrialSearch, unsavedTrial } from './trial-search.ts'

const minute = 60_000
/** Forecasts are published every three hours; each reading of names is on record. */
const askAgainMs = 15 * minute

/** A site's plan of a day, the next working day where none is asked for, and the same with what is tried. */
export const usePlan = (officeId: number | undefined, date: string | undefined, search: TrialSearch) => {
  const now = useNow(minute)
  const query = { officeId, date }
  const saved = useQuery({
    ...queryOf(endpoint.read, { query }),
    enabled: officeId !== undefined,
    refetchInterval: askAgainMs,
  })
  const trial = saved.data === undefined ? noTrial : unsavedTrial(search, saved.data)
  const tried = useQuery({
    ...queryOf(endpoint.read, { query: { ...query, ...trialQuery(trial) } }),
    enabled: isTried(trial),
    // What was tried before stays until the next answer, unless it is of another day.
    placeholderData: (before) => (before?.date === saved.data?.date ? before : undefined),
  })
  const days = planDays(saved.data, now)
  return {
    saved,
    trial,
    tried: isTried(trial) && tried.error === null ? tried.data : undefined,
    failure: isTried(trial) ? tried.error : null,
    days,
    date: saved.data?.date ?? date ?? days[1] ?? '',
  }
}
