import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { queryOf } from '../platform/query.ts'

type Props = {
  /** The office whose buildings and areas there are. Those of several carry the same names, so one is chosen within one. */
  readonly officeId: number | undefined
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Filters by the name of a building or area. */
export const AreaFilter = ({ officeId, value, onChange }: Props) => {
  const maps = useQuery({
    ...queryOf(endpoints.siteMap.list, { query: { officeId } }),
    enabled: officeId !== undefined,
    // Names change when somebody saves the list, which asks anew.
    staleTime: 300_000,
  }).data?.data
  if (officeId === undefined) return null
  const names = [...new Set(maps?.map(({ locationName }) => locationName))]
  return (
    <SelectFilter
      label={labels.siteMap.locationName}
      value={value}
      choices={maps === undefined ? undefined : names.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  )
}
