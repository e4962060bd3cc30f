import type { LimitedPerson } from '@mimamori/contract/acclimatisation'
import { endpoints } from '@mimamori/contract/endpoints'
import { useMemo } from 'react'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { withSpent } from './spent-minutes.ts'

type Scope = { readonly officeId: number | undefined; readonly groupId?: number | undefined }

const none: readonly LimitedPerson[] = []

/** The people of a site whose time in heat is limited today, as their readings come in. None without a site. */
export const useLimitedPeople = ({ officeId, groupId }: Scope): readonly LimitedPerson[] => {
  const { data } = useLiveQuery({
    query: { ...queryOf(endpoints.acclimatisation.list, { query: { officeId, groupId } }), enabled: officeId !== undefined },
    patches: {
      condition: (answer, rows) => {
        const people = withSpent(answer.data, rows)
        const isChanged = people.some((person, index) => person !== answer.data[index])
        return { data: isChanged ? { ...answer, data: [...people] } : answer, refetch: false }
      },
    },
  })
  return data?.data ?? none
}

/** The same by their numbers. */
export const useLimitedById = (scope: Scope): ReadonlyMap<number, LimitedPerson> => {
  const people = useLimitedPeople(scope)
  return useMemo(() => new Map(people.map((person) => [person.userId, person])), [people])
}
