import { endpoints } from '@mimamori/contract/endpoints'
import { groupSortKeys, type GroupOverview } from '@mimamori/contract/group'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Column } from '../kit/data-table.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { orNone } from '../organisation/accounts/person-cells.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'

const spec = { filters: screenSearch.groupList, sortKeys: groupSortKeys }

const columns: readonly Column<GroupOverview, (typeof groupSortKeys)[number]>[] = [
  {
    key: 'groupName',
    title: labels.group.groupName,
    sortKey: 'groupName',
    render: (row) => (
      <Link to={screens.groupView.path} params={{ id: String(row.id) }}>
        {row.groupName}
      </Link>
    ),
  },
  { key: 'baseName', title: labels.group.baseName, sortKey: 'baseName', render: (row) => row.baseName },
  {
    key: 'groupLeader',
    title: labels.group.groupLeader,
    sortKey: 'groupLeader',
    render: (row) => orNone(row.groupLeader.map((person) => person.fullName).join('、')),
  },
  { key: 'people', title: labels.group.people, align: 'right', render: (row) => row.people.toLocaleString('ja-JP') },
  { key: 'companyName', title: labels.group.companyName, sortKey: 'companyName', render: (row) => row.companyName },
]

/** /group/list: the teams of an office or of all offices in reach. */
export const GroupListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const result = useQuery(queryOf(endpoints.group.overview, { query: list.query }))
  const { filters, setFilters } = list
  const officeId = viewer.officeId ?? filters.officeId
  const baseCode = useOffices()?.find((office) => office.officeId === officeId)?.baseCode
  return (
    <ResourceList
      counter="グループ"
      columns={columns}
      rowKey={(row) => row.id}
      rowHeight={38}
      list={list}
      result={result}
      empty={{
        filtered: '該当するグループはありません',
        none: 'まだグループがありません',
        wayOut: '「グループを追加」か「ファイル取込」から登録してください。',
      }}
      actions={
        <>
          <DownloadButton endpoint={endpoints.group.download} input={{ query: list.wholeQuery }} fileName="グループ.csv" />
          <ImportLink to={screens.groupImport.path} search={{ OfficeCode: baseCode }} />
          <CreateLink to={screens.groupCreate.path} search={{ OfficeId: officeId }}>
            {screens.groupCreate.title}
          </CreateLink>
        </>
      }
      filters={<OfficeFilter value={filters.officeId} onChange={(chosen) => setFilters({ officeId: chosen })} />}
      renderActions={(row) => (
        <>
          <EditLink to={screens.groupEdit.path} params={{ id: String(row.id) }} name={row.groupName} />
          <RemoveButton
            name={row.groupName}
            code={{ label: labels.group.groupCode, value: row.groupCode }}
            consequence="人が残っているグループは削除できません。"
            listPath={endpoints.group.overview.path}
            remove={() => call(endpoints.group.remove, { params: { id: row.id } })}
          />
        </>
      )}
    />
  )
}
