import { labels } from '@mimamori/contract/labels'
import { erasers } from '@mimamori/contract/erasure'
import { screens } from '@mimamori/contract/screens'
import { SelectFilter } from '../../kit/filter-fields.tsx'
import { RowLink } from '../../kit/row-actions.tsx'
import { type Viewer, useViewer } from '../../platform/viewer.ts'

/** Whether the viewer may erase people's data, and so sees who was deleted. */
export const mayErase = ({ roleKey }: Pick<Viewer, 'roleKey'>): boolean => erasers.some((role) => role === roleKey)

type DeletedFilterProps = { readonly value: '1' | undefined; readonly onChange: (value: '1' | undefined) => void }

/** Shows people who were deleted instead, to those who may erase what is kept of them. */
export const DeletedFilter = ({ value, onChange }: DeletedFilterProps) =>
  mayErase(useViewer()) && (
    <SelectFilter
      label="状態"
      value={value}
      all="登録中の人"
      choices={[{ value: '1', label: labels.user.isDeleted }]}
      onChange={onChange}
    />
  )

/** Leads from somebody deleted to what is kept of them. */
export const ErasureLink = ({ person }: { readonly person: { readonly userId: number; readonly fullName: string } }) => (
  <RowLink to={screens.personErasure.path} params={{ id: String(person.userId) }} name={person.fullName}>
    個人データ
  </RowLink>
)
