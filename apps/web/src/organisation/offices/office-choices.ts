import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Choice } from '../../kit/form/select-field.tsx'
import { queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'

/** An office as pickers know it. */
export type OfficeChoice = {
  readonly officeId: number
  readonly officeName: string
  readonly baseCode: string
  readonly companyId: number
  readonly companyName: string
  /** It is read only, and a choice only where records are looked for. */
  readonly isArchived: boolean
}

/** Which offices are choices: the open ones, or those that are archived too. */
export type WhichOffices = 'open' | 'all'

/** The call that reads the choices. */
export const officeSearch = (which: WhichOffices = 'open') =>
  queryOf(endpoints.office.search, which === 'open' ? {} : { body: { archived: 'all' } })

/** What a choice is called. */
export const officeLabel = ({ officeName, isArchived }: Pick<OfficeChoice, 'officeName' | 'isArchived'>): string =>
  isArchived ? `【閉鎖済み】${officeName}` : officeName

/** All companies the viewer may choose from; undefined while they are on their way, or where there is no choice. */
export const useCompanyChoices = (): readonly Choice<number>[] | undefined => {
  const viewer = useViewer()
  const { data } = useQuery({ ...queryOf(endpoints.company.list, { query: {} }), enabled: viewer.companyId === null })
  return data?.data.map((company) => ({ value: company.companyId, label: company.companyName }))
}

/** All offices within the viewer's reach, archived ones last. */
export const useOffices = (which: WhichOffices = 'open'): readonly OfficeChoice[] | undefined => {
  const { data } = useQuery(officeSearch(which))
  return useMemo(() => data?.toSorted((one, other) => Number(one.isArchived) - Number(other.isArchived)), [data])
}

/** The offices of a company: the open ones, and the one that is chosen already. */
export const useOfficeChoices = (companyId: number | undefined, chosenId?: number): readonly Choice<number>[] | undefined => {
  const open = useOffices()
  const isArchived = open !== undefined && chosenId !== undefined && !open.some(({ officeId }) => officeId === chosenId)
  const all = useQuery({ ...officeSearch('all'), enabled: isArchived }).data
  const offices = isArchived ? all?.filter((office) => !office.isArchived || office.officeId === chosenId) : open
  return offices
    ?.filter((office) => office.companyId === companyId)
    .map((office) => ({ value: office.officeId, label: officeLabel(office) }))
}
