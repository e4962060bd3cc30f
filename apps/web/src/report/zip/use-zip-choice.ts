import { report, type ReportWorker } from '@mimamori/contract/report'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOffices } from '../../organisation/office-choices.ts'
import { queryOf } from '../../platform/query.ts'
import { useScreenSearch } from '../../platform/screen.ts'
import { useViewer } from '../../platform/viewer.ts'
import { readZipChoice, writeZipChoice, type ZipChoice } from './zip-choice.ts'

export type SetZipChoice = (change: Partial<ZipChoice>) => void

/** What the ZIP is asked for, kept in the address; undefined while the sites in reach are on their way. */
export const useZipChoice = (): { readonly choice: ZipChoice | undefined; readonly set: SetZipChoice } => {
  const { officeId: own } = useViewer()
  const offices = useOffices()
  const search = useScreenSearch('report')
  const navigate = useNavigate()
  const reach = useMemo(() => (own === null ? offices?.map(({ officeId }) => officeId) : [own]), [own, offices])
  const choice = useMemo(() => (reach === undefined ? undefined : readZipChoice(search, reach)), [reach, search])
  const set: SetZipChoice = (change) => {
    if (choice === undefined) return
    void navigate({ to: screens.report.path, search: writeZipChoice({ ...choice, ...change }), replace: true, resetScroll: false })
  }
  return { choice, set }
}

/**
 * Whoever the ZIP may tell of, each once: who is at the sites now and, where the days are chosen and good, who was there in
 * them. Undefined while they are on their way.
 */
export const useZipRoster = ({ officeIds, from, to }: ZipChoice, daysAreGood: boolean): readonly ReportWorker[] | undefined => {
  const days = daysAreGood && from !== undefined && to !== undefined ? { from, to } : {}
  const query = { officeId: officeIds.join(','), ...days }
  const { data } = useQuery({ ...queryOf(report.workers, { query }), enabled: officeIds.length > 0 })
  return useMemo(() => data && [...new Map(data.data.map((worker) => [worker.userId, worker])).values()], [data])
}
