import { endpoints } from '@mimamori/contract/endpoints'
import { screenSearch } from '@mimamori/contract/screen-search'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useListParams } from '../kit/use-list-params.ts'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { movesMarks } from './moves-marks.ts'

// A site has its floors on one page.
const spec = { filters: screenSearch.mapList, sortKeys: [] as readonly string[], pageSize: 60 }

/** The maps as the address asks for them; with auto-update, off at first as for every list but that of belts (spec §4), kept current. */
export const useMapList = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const [auto, setAuto] = useState(false)
  const { companyId, groupId, locationName } = list.filters
  const officeId = viewer.officeId ?? list.filters.officeId
  const { offset, limit } = list.query
  const query = { companyId, officeId, groupId, locationName, offset, limit }
  const result = useLiveQuery({
    query: { ...queryOf(endpoints.siteMap.list, { query }), placeholderData: keepPreviousData },
    patches: {
      place: movesMarks(groupId),
      // Saved, or something was placed: only the server knows the maps now.
      map: (data, offices) => ({ data, refetch: officeId === undefined || offices.some((one) => one.officeId === officeId) }),
    },
    on: auto,
  })
  return { list, companyId: viewer.companyId ?? companyId, officeId, groupId, locationName, auto, setAuto, result }
}

export type MapListState = ReturnType<typeof useMapList>
