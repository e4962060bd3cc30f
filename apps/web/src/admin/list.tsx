import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import type { UserRole } from '@mimamori/contract/person'
import { userSortKeys } from '@mimamori/contract/user-role'
import { screenSearch } from '@mimamori/contract/screen-search'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Column } from '../kit/data-table.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams, type ListParams } from '../kit/use-list-params.ts'
import { DeletedFilter, ErasureLink } from '../organisation/erasure/deleted-filter.tsx'
import { Long } from '../organisation/accounts/person-cells.tsx'
import { UnlockButton } from '../organisation/accounts/unlock-button.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import type { AdminKind } from './kinds.ts'

const filters = screenSearch.baseAdminList
const spec = { filters, sortKeys: userSortKeys }

export type AdminColumn = Column<UserRole, (typeof userSortKeys)[number]>
export type AdminListParams = ListParams<typeof filters, (typeof userSortKeys)[number]>

export const companyColumn: AdminColumn = {
  key: 'companyName',
  title: labels.user.companyName,
  sortKey: 'companyName',
  render: (row) => <Long>{row.companyName}</Long>,
}
export const officeColumn: AdminColumn = {
  key: 'officeName',
  title: labels.user.officeName,
  sortKey: 'officeName',
  render: (row) => <Long>{row.officeName}</Long>,
}

type AdminListProps = {
  readonly kind: AdminKind
  readonly columns: readonly AdminColumn[]
  readonly renderFilters: (list: AdminListParams) => ReactNode
}

/** The administrators of a kind. */
export const AdminList = ({ kind, columns, renderFilters }: AdminListProps) => {
  const { role } = kind
  const name = kind.list.title
  const list = useListParams(spec)
  const { isDeleted } = list.filters
  const result = useQuery(queryOf(endpoints.userRole.list, { query: { ...list.query, role } }))
  return (
    <ResourceList
      counter="人"
      columns={columns}
      rowKey={(row) => row.userId}
      rowHeight={51}
      list={list}
      result={result}
      empty={{ filtered: `該当する${name}はいません`, none: `まだ${name}がいません`, wayOut: `「${name}を追加」から登録してください。` }}
      actions={
        <>
          {isDeleted === undefined && (
            <DownloadButton
              endpoint={endpoints.userRole.download}
              input={{ query: { ...list.wholeQuery, role } }}
              fileName={`${name}.csv`}
            />
          )}
          <ImportLink to={kind.import.path} />
          <CreateLink to={kind.create.path}>{kind.create.title}</CreateLink>
        </>
      }
      filters={
        <>
          {renderFilters(list)}
          <DeletedFilter value={isDeleted} onChange={(value) => list.setFilters({ isDeleted: value })} />
        </>
      }
      renderActions={(row) =>
        isDeleted !== undefined ? (
          <ErasureLink person={row} />
        ) : (
          <>
            <UnlockButton person={row} />
            <EditLink to={kind.edit.path} params={{ id: String(row.userId) }} name={row.fullName} />
            <RemoveButton
              name={row.fullName}
              code={{ label: labels.user.userName, value: row.userName }}
              consequence="この人はログインできなくなります。"
              listPath={endpoints.userRole.list.path}
              remove={() => call(endpoints.userRole.remove, { params: { id: row.userId } })}
            />
          </>
        )
      }
    />
  )
}
