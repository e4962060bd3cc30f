import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
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
}

/** All companies the viewer may choose from; undefined while they are on their way, or where there is no choice. */
export const useCompanyChoices = (): readonly Choice<number>[] | undefined => {
  const viewer = useViewer()
  const { data } = useQuery({ ...queryOf(endpoints.company.list, { query: {} }), enabled: viewer.companyId === null })
  return data?.data.map((company) => ({ value: company.companyId, label: company.companyName }))
}

/** All offices within the viewer's reach. */
export const useOffices = (): readonly OfficeChoice[] | undefined => useQuery(queryOf(endpoints.office.search, {})).data

/** The offices of a company. */
export const useOfficeChoices = (companyId: number | undefined): readonly Choice<number>[] | undefined => {
  const offices = useOffices()
  return offices?.filter((office) => office.companyId === companyId).map((office) => ({ value: office.officeId, label: office.officeName }))
}
