import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import type { ListedMap } from '@mimamori/contract/site-map'
import { useQuery } from '@tanstack/react-query'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { queryOf } from '../platform/query.ts'

type Props = {
  /** The office whose buildings and areas there are. Those of several carry the same names, so one is chosen within one. */
  readonly officeId: number | undefined
  /** The maps on screen and how many there are: where these are all of the office, nothing needs to be asked. */
  readonly shown: { readonly data: readonly ListedMap[]; readonly count: number } | undefined
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Filters by the name of a building or area. */
export const AreaFilter = ({ officeId, shown, value, onChange }: Props) => {
  const isWhole = value === undefined && (shown === undefined || shown.count === shown.data.length)
  const all = useQuery({ ...queryOf(endpoints.siteMap.list, { query: { officeId } }), enabled: officeId !== undefined && !isWhole })
  const maps = isWhole ? shown?.data : all.data?.data
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
