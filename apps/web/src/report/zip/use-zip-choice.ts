import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReach } from '../../organisation/offices/one-office.ts'
import { useScreenSearch } from '../../platform/screen.ts'
import { type Roster, useRosterOf } from '../use-roster.ts'
import { readZipChoice, writeZipChoice, type ZipChoice } from './zip-choice.ts'

export type SetZipChoice = (change: Partial<ZipChoice>) => void

/** The choice for the ZIP, stored in the address; undefined while the sites in reach are on their way. */
export const useZipChoice = () => {
  const { offices, failure } = useReach('all')
  const search = useScreenSearch('report')
  const navigate = useNavigate()
  const reach = useMemo(() => offices?.map(({ officeId }) => officeId), [offices])
  const choice = useMemo(() => (reach === undefined ? undefined : readZipChoice(search, reach)), [reach, search])
  const set: SetZipChoice = (change) => {
    if (choice === undefined) return
    void navigate({ to: screens.report.path, search: writeZipChoice({ ...choice, ...change }), replace: true, resetScroll: false })
  }
  return { choice, failure, set }
}

/**
 * Everybody whom the ZIP may show, each once: who is at the sites now and, where the days are chosen and good, who was there in
 * them.
 */
export const useZipRoster = ({ officeIds, from, to }: ZipChoice, daysAreGood: boolean): Roster =>
  useRosterOf(officeIds, daysAreGood && from !== undefined && to !== undefined ? { from, to } : {})
