import { FixedFilter } from '../../kit/filter-bar.tsx'
import { SelectFilter } from '../../kit/filter-fields.tsx'
import type { Choice } from '../../kit/form/select-field.tsx'

type OwnFilterProps = {
  readonly label: string
  readonly own: Choice<number>
  /** What the address names. */
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

/** The filter for people with one choice only: fixed text, but where the address names another, which leaves nothing to show. */
export const OwnFilter = ({ label, own, value, onChange }: OwnFilterProps) =>
  value === undefined || value === own.value ? (
    <FixedFilter label={label} value={own.label} />
  ) : (
    <SelectFilter label={label} value={value} choices={[own]} onChange={onChange} />
  )
