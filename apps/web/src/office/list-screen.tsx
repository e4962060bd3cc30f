import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { officeSortKeys, type Office } from '@mimamori/contract/office'
import { wireInteger } from '@mimamori/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import type { Column } from '../kit/data-table.tsx'
import { TextFilter } from '../kit/filter-fields.tsx'
import { CreateLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { CompanyFilter } from '../organisation/place-filters.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { writeSearch } from '../platform/search-text.ts'

const spec = { filters: z.object({ companyId: wireInteger(1), baseCode: z.string(), officeName: z.string() }), sortKeys: officeSortKeys }

const columns: readonly Column<Office, (typeof officeSortKeys)[number]>[] = [
  { key: 'companyName', title: labels.office.companyName, sortKey: 'companyName', render: (row) => row.companyName },
  {
    key: 'baseCode',
    title: labels.office.baseCode,
    sortKey: 'baseCode',
    render: (row) => (
      <Link to="/header-quaters/view/$id" params={{ id: String(row.officeId) }} className="id">
        {row.baseCode}
      </Link>
    ),
  },
  {
    key: 'officeName',
    title: labels.office.officeName,
    sortKey: 'officeName',
    render: (row) => (
      <Link to="/physical-condition/list" search={{ OfficeId: row.officeId } as never}>
        {row.officeName}
      </Link>
    ),
  },
]

const settingPath = '/master-setting-headquaters'

/** /header-quaters/list: the sites, each with the ways to its record, its people and its settings. */
export const OfficeListScreen = () => {
  const list = useListParams(spec)
  const result = useQuery(queryOf(endpoints.office.list, { query: list.query }))
  const { routesByPath } = useRouter()
  const { filters, setFilters } = list
  return (
    <ResourceList
      title="拠点"
      counter="拠点"
      columns={columns}
      rowKey={(row) => row.officeId}
      rowHeight={38}
      list={list}
      result={result}
      empty={{ filtered: '該当する拠点はありません', none: 'まだ拠点がありません', wayOut: '「拠点を追加」から登録してください。' }}
      actions={<CreateLink to="/header-quaters/create/new">拠点を追加</CreateLink>}
      filters={
        <>
          <CompanyFilter value={filters.companyId} onChange={(companyId) => setFilters({ companyId })} />
          <TextFilter label={labels.office.baseCode} value={filters.baseCode} onChange={(baseCode) => setFilters({ baseCode })} />
          <TextFilter label={labels.office.officeName} value={filters.officeName} onChange={(officeName) => setFilters({ officeName })} />
        </>
      }
      renderActions={(row) => (
        <>
          {settingPath in routesByPath && (
            <EditLink to={`${settingPath}${writeSearch({ officeId: row.officeId, officeName: row.officeName })}`} name={row.officeName}>
              マスター設定
            </EditLink>
          )}
          <EditLink to={`/header-quaters/edit/${row.officeId}`} name={row.officeName} />
          <RemoveButton
            name={row.officeName}
            consequence="利用者や機器が残っている拠点は削除できません。"
            listPath={endpoints.office.list.path}
            remove={() => call(endpoints.office.remove, { params: { id: row.officeId } })}
          />
        </>
      )}
    />
  )
}
