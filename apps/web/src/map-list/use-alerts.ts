import { endpoints } from '@mimamori/contract/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { patchEpisodes } from '../emergency/episodes.ts'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'

const pageSize = 10

type Place = {
  readonly companyId: number | undefined
  readonly officeId: number | undefined
  readonly groupId: number | undefined
  /** Whose alerts alone: of those on the maps that are shown; of the whole site where it is left out. */
  readonly userIds: readonly number[] | undefined
}

/** What people of the maps have to see to, or what lasts, a page of it. */
export const useAlerts = ({ companyId, officeId, groupId, userIds }: Place, auto: boolean) => {
  const place = JSON.stringify([companyId, officeId, groupId])
  const [turned, setTurned] = useState({ place, page: 1 })
  // Another site begins at its first page.
  const page = turned.place === place ? turned.page : 1
  const query = {
    ...(companyId !== undefined && { companyId }),
    ...(officeId !== undefined && { officeId }),
    ...(groupId !== undefined && { groupId }),
    ...(userIds !== undefined && { userId: userIds.join() }),
    offset: (page - 1) * pageSize,
    limit: pageSize,
  }
  const result = useLiveQuery({
    query: { ...queryOf(endpoints.alert.list, { query }), placeholderData: keepPreviousData, enabled: userIds?.length !== 0 },
    patches: { alert: patchEpisodes(query) },
    on: auto,
  })
  const list = {
    page,
    pageSize,
    sortKey: undefined,
    sortOrder: undefined,
    filtered: false,
    setPage: (next: number) => setTurned({ place, page: next }),
    setSort: () => undefined,
    clearFilters: () => undefined,
  }
  // Nobody on these maps needs anybody: that needs no asking.
  const nobody = { ...result, data: { data: [], count: 0 }, isFetching: false }
  return { list, result: userIds?.length === 0 ? nobody : result }
}
