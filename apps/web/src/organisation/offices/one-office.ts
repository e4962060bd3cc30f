import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useViewer } from '../../platform/viewer.ts'
import { officeSearch, type WhichOffices } from './office-choices.ts'

/** The sites to choose from; somebody with one site needs no list. Archived ones are among them where records are looked for. `failure` is why none came, and how to ask again. */
export const useReach = (which: WhichOffices = 'open') => {
  const viewer = useViewer()
  const list = useQuery({ ...officeSearch(which), enabled: viewer.officeId === null })
  const { officeId: own, officeName } = viewer
  const offices = useMemo(
    () => (own === null ? list.data : [{ officeId: own, officeName: officeName ?? '', isArchived: false }]),
    [own, officeName, list.data],
  )
  const failure = offices === undefined && list.error !== null ? { error: list.error, result: list } : undefined
  return { offices, failure }
}

/** The one site that a screen is about: the only open one in reach, unless another is asked for; one out of reach is as if not asked for. */
export const useOneOffice = (searchedId: number | undefined, which: WhichOffices = 'open') => {
  const { offices, failure } = useReach(which)
  const open = offices?.filter(({ isArchived }) => !isArchived)
  const office = offices?.find(({ officeId }) => officeId === searchedId) ?? (open?.length === 1 ? open[0] : undefined)
  return { office, isKnown: offices !== undefined, failure }
}
