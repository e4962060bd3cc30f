import { report, type ReportWorker } from '@mimamori/contract/report'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../platform/query.ts'
import type { Choice } from './choice.ts'
import { spanOf } from './dates.ts'

/** Who can be chosen, and how far their list is: without a site there is none. */
export type Roster = {
  readonly state: 'unchosen' | 'loading' | 'failed' | 'ready'
  readonly people: readonly ReportWorker[]
  readonly readAgain: () => void
}

type Days = { readonly from: string; readonly to: string }

const nobody: readonly ReportWorker[] = []

const stateOf = (isChosen: boolean, { data, error }: { data: unknown; error: unknown }): Roster['state'] => {
  if (!isChosen) return 'unchosen'
  if (data !== undefined) return 'ready'
  return error === null ? 'loading' : 'failed'
}

/** Everybody who is, or on some days was, at some sites, each once. */
export const useRosterOf = (officeIds: readonly number[], days: Days | Record<string, never>): Roster => {
  const isChosen = officeIds.length > 0
  const query = { officeId: officeIds.join(','), ...days }
  const result = useQuery({ ...queryOf(report.workers, { query }), enabled: isChosen })
  const { data, refetch, isFetching } = result
  // Somebody who was at two of the sites is in the list of both.
  const people = useMemo(
    () => (data === undefined ? nobody : [...new Map(data.data.map((worker) => [worker.userId, worker])).values()]),
    [data],
  )
  const state = stateOf(isChosen, result)
  return { state: state === 'failed' && isFetching ? 'loading' : state, people, readAgain: () => void refetch() }
}

/** Everybody whom a report of these sites and days may show. */
export const useRoster = ({ officeIds, date }: Choice, today: string): Roster => useRosterOf(officeIds, spanOf(date, today))

/** Those chosen who are not among the people: they are out of reach, or were never there. */
export const lostOf = ({ state, people }: Roster, chosen: readonly number[]): readonly number[] =>
  state === 'ready' ? chosen.filter((id) => people.every(({ userId }) => userId !== id)) : []
