import { plan as endpoint } from '@mimamori/contract/plan'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow, useNow } from '../platform/clock.ts'
import { startOfDay, dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { dayToShow, planDays } from './plan-days.ts'
import { isTried, noTrial, trialQuery, type TrialSearch, unsavedTrial } from './trial-search.ts'

const minute = 60_000
const dayMs = 24 * 60 * minute
/** Forecasts are published every three hours; each reading of names is on record. */
const askAgainMs = 15 * minute

/** A page that stays open is read again, at midnight too; one that comes back to sight at once, for its tomorrow may be today. */
const keptCurrent = {
  refetchInterval: () => {
    const now = serverNow()
    return Math.min(askAgainMs, startOfDay(dateOf(now)) + dayMs + 1_000 - now)
  },
  refetchOnWindowFocus: ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) => Date.now() - state.dataUpdatedAt > minute,
}

/** A site's plan of a day, and the same with what is tried. Where no day is asked for, today's before its work begins, then tomorrow's. */
export const usePlan = (officeId: number | undefined, searchDate: string | undefined, search: TrialSearch) => {
  const now = useNow(minute)
  // By when the screen was opened: at the hour of opening the day must not change under the reader.
  const [openedAt] = useState(serverNow)
  // Only an answer says when the site opens; without a date it is tomorrow's.
  const next = useQuery({
    ...queryOf(endpoint.read, { query: { officeId, date: undefined } }),
    ...keptCurrent,
    enabled: officeId !== undefined && searchDate === undefined,
  })
  const shownDay = next.data === undefined ? undefined : dayToShow(next.data, openedAt)
  const date = searchDate ?? (shownDay === next.data?.date ? undefined : shownDay)
  const query = { officeId, date }
  const saved = useQuery({ ...queryOf(endpoint.read, { query }), ...keptCurrent, enabled: officeId !== undefined })
  const trial = saved.data === undefined ? noTrial : unsavedTrial(search, saved.data)
  const tried = useQuery({
    ...queryOf(endpoint.read, { query: { ...query, ...trialQuery(trial) } }),
    ...keptCurrent,
    enabled: isTried(trial),
    // What was tried before stays until the next answer, unless it is of another day.
    placeholderData: (before) => (before?.date === saved.data?.date ? before : undefined),
  })
  const days = planDays(saved.data ?? next.data, now)
  return {
    saved,
    trial,
    tried: isTried(trial) && tried.error === null ? tried.data : undefined,
    failure: isTried(trial) ? tried.error : null,
    days,
    date: saved.data?.date ?? date ?? days[1] ?? '',
  }
}
