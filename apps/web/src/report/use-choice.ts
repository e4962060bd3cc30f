import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOffices } from '../organisation/office-choices.ts'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { type Choice, readChoice, writeChoice } from './choice.ts'

/** What is asked for, kept in the address, so that a reload, Back and a link to a colleague all show the same. */
export const useChoice = () => {
  const viewer = useViewer()
  const offices = useOffices()
  const search = useScreenSearch('report')
  const navigate = useNavigate()
  const today = dateOf(useNow(60_000))
  const own = viewer.officeId
  const reach = useMemo(() => (own === null ? offices?.map(({ officeId }) => officeId) : [own]), [own, offices])
  const choice = useMemo(() => (reach === undefined ? undefined : readChoice(search, reach, today)), [reach, search, today])
  const set = (change: Partial<Choice>, { replace = false }: { readonly replace?: boolean } = {}): void => {
    if (choice === undefined) return
    void navigate({ to: screens.report.path, search: writeChoice({ ...choice, ...change }), replace, resetScroll: false })
  }
  return { choice, today, set }
}

export type SetChoice = ReturnType<typeof useChoice>['set']
