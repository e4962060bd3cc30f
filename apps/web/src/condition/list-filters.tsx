import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { FilterBar } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { RefreshActions } from '../kit/refresh-actions.tsx'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { OwnFilter } from '../organisation/offices/own-filter.tsx'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'

export type ListFilter = { readonly officeId: number | undefined; readonly groupId: number | undefined; readonly hidesNoData: boolean }

type Props = {
  readonly filter: ListFilter
  readonly auto: boolean
  readonly result: { readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly onOffice: (officeId: number | undefined) => void
  readonly onGroup: (groupId: number | undefined) => void
  readonly onHide: (hides: boolean) => void
  readonly onAuto: (on: boolean) => void
}

const OfficeFilter = ({ filter, onOffice }: Pick<Props, 'filter' | 'onOffice'>) => {
  const viewer = useViewer()
  const offices = useQuery({ ...queryOf(endpoints.office.search, {}), enabled: viewer.officeId === null }).data
  const shared = { label: labels.healthCondition.baseName, value: filter.officeId, onChange: onOffice }
  if (viewer.officeId !== null && viewer.officeName !== null)
    return <OwnFilter {...shared} own={{ value: viewer.officeId, label: viewer.officeName }} />
  return (
    <SelectFilter
      {...shared}
      choices={offices?.map((office) => ({ value: office.officeId, label: office.officeName }))}
      all={offices === undefined ? 'すべて' : `すべて（${offices.length}拠点）`}
    />
  )
}

/** The filters of the condition list, and what refreshes it. */
export const ListFilters = (props: Props) => (
  <FilterBar actions={<RefreshActions auto={props.auto} onAuto={props.onAuto} result={props.result} />}>
    <OfficeFilter {...props} />
    <GroupFilter officeId={props.filter.officeId} value={props.filter.groupId} onChange={props.onGroup} />
    <Checkbox checked={props.filter.hidesNoData} onChange={(event) => props.onHide(event.target.checked)}>
      {labels.healthCondition.healthData}
    </Checkbox>
  </FilterBar>
)
