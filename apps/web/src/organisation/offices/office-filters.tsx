import { labels } from '@mimamori/contract/labels'
import { SelectFilter } from '../../kit/filter-fields.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { officeLabel, useCompanyChoices, useOffices, type WhichOffices } from './office-choices.ts'
import { OwnFilter } from './own-filter.tsx'

type ChoiceFilterProps = { readonly value: number | undefined; readonly onChange: (value: number | undefined) => void }

/** Filters by company; fixed text for people with one company. */
export const CompanyFilter = ({ value, onChange }: ChoiceFilterProps) => {
  const viewer = useViewer()
  const choices = useCompanyChoices()
  if (viewer.companyId !== null && viewer.companyName !== null) {
    const own = { value: viewer.companyId, label: viewer.companyName }
    return <OwnFilter label={labels.user.companyName} own={own} value={value} onChange={onChange} />
  }
  return <SelectFilter label={labels.user.companyName} value={value} choices={choices} onChange={onChange} />
}

type OfficeFilterProps = ChoiceFilterProps & {
  /** The company whose offices there are; of all in reach where none is chosen. */
  readonly companyId?: number | undefined
  /** What no choice is called: 選んでください where the screen is about one office. */
  readonly all?: string
  readonly which?: WhichOffices
}

/** Filters by office; fixed text for people with one office. */
export const OfficeFilter = ({ value, companyId, all = 'すべて', which = 'open', onChange }: OfficeFilterProps) => {
  const viewer = useViewer()
  const offices = useOffices(which)
  if (viewer.officeId !== null && viewer.officeName !== null) {
    const own = { value: viewer.officeId, label: viewer.officeName }
    return <OwnFilter label={labels.user.officeName} own={own} value={value} onChange={onChange} />
  }
  // Offices of several companies may carry the same name.
  const choices = offices
    ?.filter((office) => companyId === undefined || office.companyId === companyId)
    .map((office) => ({
      value: office.officeId,
      label: viewer.companyId === null && companyId === undefined ? `${officeLabel(office)}（${office.companyName}）` : officeLabel(office),
    }))
  return <SelectFilter label={labels.user.officeName} value={value} choices={choices} all={all} onChange={onChange} />
}
