import { endpoints } from '@mimamori/contract/endpoints'
import { procedureSteps } from '@mimamori/contract/procedure-steps'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../platform/query.ts'
import { usualSteps } from './usual-steps.ts'

/** A site's steps in an emergency; the usual ones where it has written none. */
export const stepsOf = (procedures: string | null | undefined): string[] => {
  const own = procedureSteps(procedures)
  return own.length > 0 ? own : usualSteps('ja')
}

/** Contacts and steps of a site. They change rarely, so once a day's session is enough. */
export const useSite = (officeId: number | undefined) =>
  useQuery({
    ...queryOf(endpoints.officeNow.read, { params: { id: officeId ?? 0 } }),
    enabled: officeId !== undefined,
    staleTime: 60_000,
  }).data
