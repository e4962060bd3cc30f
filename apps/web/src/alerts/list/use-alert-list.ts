import type { AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { patchEpisodes } from '../../emergency/episodes.ts'
import { useOpenOf } from '../../emergency/use-open-of.ts'
import { usePointedOrFocused } from '../../kit/use-held.ts'
import { useHeldOrder } from '../../kit/use-held-order.ts'
import { useListParams } from '../../kit/use-list-params.ts'
import { useLiveQuery } from '../../kit/use-live-query.ts'
import { useDisplayItems } from '../../organisation/settings/display-items.ts'
import { useNow } from '../../platform/clock.ts'
import { queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import { askOf, listSpec, type AlertListQuery } from './list-ask.ts'
import { isUnseen, peopleOf, groupByPerson, type Person } from './group-by-person.ts'

const { list: endpoint } = endpoints.alert
const keyOf = ({ id }: AlertEpisode) => id

type Place = Pick<AlertListQuery, 'officeId' | 'groupId' | 'drill'> & { readonly companyId?: number }

type AlertQuery = Parameters<typeof patchEpisodes>[0]

/** What of a query news has to be compared with: who belongs to a company receives news of no other. */
const useCompared = ({ companyId, ...query }: AlertQuery): AlertQuery => {
  const viewer = useViewer()
  return viewer.companyId === null && companyId !== undefined ? { ...query, companyId } : query
}

/** How many of them nobody has seen yet, whatever page and period is shown. */
const useUnseen = ({ companyId, officeId, groupId, drill }: Place, on: boolean) => {
  const query = { companyId, officeId, groupId, drill, handling: 'open', offset: 0, limit: 1 } as const
  return useLiveQuery({
    query: { ...queryOf(endpoint, { query }), placeholderData: keepPreviousData },
    patches: { alert: patchEpisodes(useCompared(query)) },
    on,
  })
}

/** The list of alerts as the address asks for it, kept current where that is wanted. */
export const useAlertList = () => {
  const viewer = useViewer()
  const list = useListParams(listSpec)
  const now = useNow(60_000)
  const [auto, setAuto] = useState(false)
  const { held, handlers } = usePointedOrFocused()
  const companyId = viewer.companyId ?? list.filters.companyId
  const listQuery = askOf(list.filters, now)
  const { offset, limit, sortKey, sortOrder } = list.query
  const place = { ...listQuery, ...(companyId !== undefined && { companyId }) }
  const query = { ...place, offset, limit, ...(sortKey !== undefined && { sortKey, sortOrder }) }
  const read = useLiveQuery({
    query: { ...queryOf(endpoint, { query }), placeholderData: keepPreviousData },
    patches: { alert: patchEpisodes(useCompared(query)) },
    on: auto,
  })
  const unseen = useUnseen(place, auto)

  const rows = useMemo(() => read.data?.data ?? [], [read.data])
  // An order that somebody asked for stays as it is: there each alert is answered in its own row.
  const unseenRows = useMemo(() => (sortKey === undefined ? rows.filter(isUnseen) : []), [rows, sortKey])
  const open = useOpenOf(
    unseenRows.map(({ userId }) => userId),
    auto,
  )
  const people = useMemo(() => (sortKey === undefined ? peopleOf(rows, open) : new Map<number, Person>()), [rows, open, sortKey])
  const grouped = useMemo(() => groupByPerson(rows, people), [rows, people])
  const ordered = useHeldOrder(grouped, { keyOf, page: JSON.stringify(query), held, isPlaceholder: read.isPlaceholderData })
  const data = useMemo(() => (read.data === undefined ? undefined : { data: ordered, count: read.data.count }), [ordered, read.data])
  const refetch = () => Promise.all([read.refetch(), unseen.refetch()])
  const shows = useDisplayItems('ALERT_LIST_DISPLAY_ITEM_SETTING', { officeId: listQuery.officeId as number | undefined, companyId })
  return {
    list,
    listQuery,
    companyId,
    auto,
    setAuto,
    handlers,
    people,
    shows,
    result: { ...read, data, refetch },
    unseen: unseen.data?.count,
  }
}

export type AlertScreen = ReturnType<typeof useAlertList>
