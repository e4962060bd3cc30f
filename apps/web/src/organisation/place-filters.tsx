import { labels } from '@mimamori/contract/labels'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { useViewer } from '../platform/viewer.ts'
import { useCompanyChoices, usePlaces } from './places.ts'

type PlaceFilterProps = { readonly value: number | undefined; readonly onChange: (value: number | undefined) => void }

/** Filters by company; fixed text for whoever has one company. */
export const CompanyFilter = ({ value, onChange }: PlaceFilterProps) => {
  const viewer = useViewer()
  const choices = useCompanyChoices()
  if (viewer.companyName !== null) return <FixedFilter label={labels.user.companyName} value={viewer.companyName} />
  return <SelectFilter label={labels.user.companyName} value={value} choices={choices} onChange={onChange} />
}

/** Filters by site; fixed text for whoever has one site. */
export const OfficeFilter = ({ value, onChange }: PlaceFilterProps) => {
  const viewer = useViewer()
  const places = usePlaces()
  if (viewer.officeName !== null) return <FixedFilter label={labels.user.officeName} value={viewer.officeName} />
  // Sites of several companies may carry the same name.
  const choices = places?.map((place) => ({
    value: place.officeId,
    label: viewer.companyId === null ? `${place.officeName}（${place.companyName}）` : place.officeName,
  }))
  return <SelectFilter label={labels.user.officeName} value={value} choices={choices} onChange={onChange} />
}
