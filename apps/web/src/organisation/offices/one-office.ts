import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'

/** The sites to choose from; somebody with one site needs no list. `failure` is why none came, and how to ask again. */
export const useReach = () => {
  const viewer = useViewer()
  const list = useQuery({ ...queryOf(endpoints.office.search, {}), enabled: viewer.officeId === null })
  const { officeId: own, officeName } = viewer
  const offices = useMemo(
    () => (own === null ? list.data : [{ officeId: own, officeName: officeName ?? '' }]),
    [own, officeName, list.data],
  )
  const failure = offices === undefined && list.error !== null ? { error: list.error, result: list } : undefined
  return { offices, failure }
}

/** The one site that a screen is about: the only one in reach, else the one asked for; one out of reach is as if not asked for. */
export const useOneOffice = (searchedId: number | undefined) => {
  const { offices, failure } = useReach()
  const office = offices?.length === 1 ? offices[0] : offices?.find(({ officeId }) => officeId === searchedId)
  return { office, isKnown: offices !== undefined, failure }
}
