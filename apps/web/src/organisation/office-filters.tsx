import { labels } from '@mimamori/contract/labels'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { useViewer } from '../platform/viewer.ts'
import { useCompanyChoices, useOffices } from './office-choices.ts'

type ChoiceFilterProps = { readonly value: number | undefined; readonly onChange: (value: number | undefined) => void }

/** Filters by company; fixed text for whoever has one company. */
export const CompanyFilter = ({ value, onChange }: ChoiceFilterProps) => {
  const viewer = useViewer()
  const choices = useCompanyChoices()
  if (viewer.companyName !== null) return <FixedFilter label={labels.user.companyName} value={viewer.companyName} />
  return <SelectFilter label={labels.user.companyName} value={value} choices={choices} onChange={onChange} />
}

type OfficeFilterProps = ChoiceFilterProps & {
  /** The company whose offices there are; of all in reach where none is chosen. */
  readonly companyId?: number | undefined
  /** What no choice is called: 選んでください where the screen is about one office. */
  readonly all?: string
}

/** Filters by office; fixed text for whoever has one office. */
export const OfficeFilter = ({ value, companyId, all = 'すべて', onChange }: OfficeFilterProps) => {
  const viewer = useViewer()
  const offices = useOffices()
  if (viewer.officeName !== null) return <FixedFilter label={labels.user.officeName} value={viewer.officeName} />
  // Offices of several companies may carry the same name.
  const choices = offices
    ?.filter((office) => companyId === undefined || office.companyId === companyId)
    .map((office) => ({
      value: office.officeId,
      label: viewer.companyId === null && companyId === undefined ? `${office.officeName}（${office.companyName}）` : office.officeName,
    }))
  return <SelectFilter label={labels.user.officeName} value={value} choices={choices} all={all} onChange={onChange} />
}
