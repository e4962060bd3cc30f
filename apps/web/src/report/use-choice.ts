import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReach } from '../organisation/offices/one-office.ts'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { type Choice, readChoice, writeChoice } from './choice.ts'

/** The choice, stored in the address, so that a reload, Back and a link to a colleague all show the same. */
export const useChoice = () => {
  const { offices, failure } = useReach('all')
  const search = useScreenSearch('report')
  const navigate = useNavigate()
  const today = dateOf(useNow(60_000))
  const reach = useMemo(() => offices?.map(({ officeId }) => officeId), [offices])
  const choice = useMemo(() => (reach === undefined ? undefined : readChoice(search, reach, today)), [reach, search, today])
  const set = (change: Partial<Choice>, { replace = false }: { readonly replace?: boolean } = {}): void => {
    if (choice === undefined) return
    void navigate({ to: screens.report.path, search: writeChoice({ ...choice, ...change }), replace, resetScroll: false })
  }
  return { choice, failure, today, set }
}

export type SetChoice = ReturnType<typeof useChoice>['set']
