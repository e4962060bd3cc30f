import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { SelectFilter } from '../../kit/filter-fields.tsx'
import { queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import { OwnFilter } from './own-filter.tsx'

type Props = {
  /** The office whose groups there are. Those of several carry the same names, so a group is chosen within one. */
  readonly officeId: number | undefined
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

/** Filters by group; fixed text for people with one group, nothing where no office is chosen. */
export const GroupFilter = ({ officeId, value, onChange }: Props) => {
  const viewer = useViewer()
  const groups = useQuery({
    ...queryOf(endpoints.group.names, { query: { officeId } }),
    enabled: viewer.groupId === null && officeId !== undefined,
  }).data
  if (viewer.groupId !== null && viewer.groupName !== null) {
    const own = { value: viewer.groupId, label: viewer.groupName }
    return <OwnFilter label={labels.healthCondition.groupName} own={own} value={value} onChange={onChange} />
  }
  if (officeId === undefined) return null
  return (
    <SelectFilter
      label={labels.healthCondition.groupName}
      value={value}
      choices={groups?.map((group) => ({ value: group.id, label: group.groupName }))}
      all={groups === undefined ? 'すべて' : `すべて（${groups.length}グループ）`}
      onChange={onChange}
    />
  )
}
