import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { leaders, roleNames } from '@mimamori/contract/role'
import type { UserRole } from '@mimamori/contract/person'
import { userSortKeys } from '@mimamori/contract/user-role'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { DownloadButton } from '../kit/download-button.tsx'
import { SelectFilter, TextFilter } from '../kit/filter-fields.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeletedFilter, ErasureLink } from '../organisation/erasure/deleted-filter.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { UnlockButton } from '../organisation/accounts/unlock-button.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { showsBelts } from './belts.ts'
import { workerColumns } from './columns.tsx'

const spec = { filters: screenSearch.workerList, sortKeys: userSortKeys }
const roleChoices = (['User', ...leaders] as const).map((role) => ({ value: role, label: roleNames[role] }))

const LivingActions = ({ row }: { readonly row: UserRole }) => (
  <>
    <UnlockButton person={row} />
    <EditLink to={screens.workerEdit.path} params={{ id: String(row.userId) }} name={row.fullName} />
    <RemoveButton
      name={row.fullName}
      code={{ label: labels.user.userName, value: row.userName }}
      consequence="測定値とアラートの記録は、この氏名のまま残ります。"
      hindrance={row.canDelete ? undefined : message('alertOpen', { name: row.fullName })}
      listPath={endpoints.userRole.list.path}
      remove={() => call(endpoints.userRole.remove, { params: { id: row.userId } })}
    />
  </>
)

const Actions = ({ row, isDeleted }: { readonly row: UserRole; readonly isDeleted: boolean }) =>
  isDeleted ? <ErasureLink person={row} /> : <LivingActions row={row} />

/** /worker/list: everybody who works at an office, leaders included. */
export const WorkerListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const { filters, setFilters } = list
  const { isDeleted } = filters
  const who = filters.role === undefined ? { worker: '1' } : {}
  const result = useQuery(queryOf(endpoints.userRole.list, { query: { ...list.query, ...who } }))
  const shown = { OfficeId: viewer.officeId ?? filters.officeId }
  return (
    <ResourceList
      counter="人"
      columns={workerColumns({ severalOffices: viewer.officeId === null, belts: showsBelts(viewer) })}
      rowKey={(row) => row.userId}
      rowHeight={51}
      list={list}
      result={result}
      empty={{
        filtered: '該当する作業者はいません',
        none: 'まだ作業者がいません',
        wayOut: '「作業者を追加」か「ファイル取込」から登録してください。',
      }}
      actions={
        <>
          {isDeleted === undefined && (
            <DownloadButton
              endpoint={endpoints.userRole.download}
              input={{ query: { ...list.wholeQuery, ...who } }}
              fileName="作業者.csv"
            />
          )}
          <ImportLink to={screens.workerImport.path} search={shown} />
          <CreateLink to={screens.workerCreate.path} search={shown}>
            {screens.workerCreate.title}
          </CreateLink>
        </>
      }
      filters={
        <>
          <OfficeFilter value={filters.officeId} which="all" onChange={(officeId) => setFilters({ officeId })} />
          <SelectFilter label={labels.user.role} value={filters.role} choices={roleChoices} onChange={(role) => setFilters({ role })} />
          <TextFilter
            label={labels.user.fullName}
            placeholder="氏名またはフリガナ"
            value={filters.fullName}
            onChange={(fullName) => setFilters({ fullName })}
          />
          <DeletedFilter value={isDeleted} onChange={(value) => setFilters({ isDeleted: value })} />
        </>
      }
      renderActions={(row) => <Actions row={row} isDeleted={isDeleted !== undefined} />}
    />
  )
}
