import { endpoints } from '@mimamori/contract/endpoints'
import type { ReportWorker } from '@mimamori/contract/report'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../platform/query.ts'
import type { Choice } from './choice.ts'
import { spanOf } from './dates.ts'

/** Whoever a report of these sites and days may tell of, each once; undefined while they are on their way. */
export const useRoster = ({ officeIds, date }: Choice, today: string): readonly ReportWorker[] | undefined => {
  const query = { officeId: officeIds.join(','), ...spanOf(date, today) }
  const { data } = useQuery({ ...queryOf(endpoints.report.workers, { query }), enabled: officeIds.length > 0 })
  // Who was at two of the sites stands in the list of both.
  return useMemo(() => data && [...new Map(data.data.map((worker) => [worker.userId, worker])).values()], [data])
}
