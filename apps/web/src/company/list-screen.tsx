import { companySortKeys, type CompanyListRow } from '@mimamori/contract/company'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Column } from '../kit/data-table.tsx'
import { TextFilter } from '../kit/filter-fields.tsx'
import { CreateLink, PlainLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { Id, orNone } from '../organisation/accounts/person-cells.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'

const spec = { filters: screenSearch.companyList, sortKeys: companySortKeys }

const columns: readonly Column<CompanyListRow, (typeof companySortKeys)[number]>[] = [
  { key: 'officeCode', title: labels.company.officeCode, sortKey: 'officeCode', render: (row) => <Id>{row.officeCode}</Id> },
  { key: 'companyName', title: labels.company.companyName, sortKey: 'companyName', render: (row) => row.companyName },
  {
    key: 'singleSignOn',
    title: labels.company.singleSignOn,
    render: (row) =>
      row.singleSignOn === '1' ? (
        <Link
          to={screens.identityProvider.path}
          search={{ companyId: row.companyId }}
          aria-label={`${row.companyName}の${labels.company.singleSignOn}：使っている`}
        >
          使っている
        </Link>
      ) : (
        orNone(null)
      ),
  },
]

/** /company/list: the customers. */
export const CompanyListScreen = () => {
  const list = useListParams(spec)
  const result = useQuery(queryOf(endpoints.company.list, { query: list.query }))
  const { filters, setFilters } = list
  return (
    <ResourceList
      counter="社"
      columns={columns}
      rowKey={(row) => row.companyId}
      rowHeight={38}
      list={list}
      result={result}
      empty={{
        filtered: '該当する会社はありません',
        none: 'まだ会社がありません',
        wayOut: '「会社を始める」から、拠点や管理者とまとめて登録してください。',
      }}
      actions={
        <>
          <PlainLink to={screens.companyCreate.path}>{screens.companyCreate.title}</PlainLink>
          <CreateLink to={screens.companyStart.path}>{screens.companyStart.title}</CreateLink>
        </>
      }
      filters={
        <>
          <TextFilter label={labels.company.officeCode} value={filters.officeCode} onChange={(officeCode) => setFilters({ officeCode })} />
          <TextFilter
            label={labels.company.companyName}
            value={filters.companyName}
            onChange={(companyName) => setFilters({ companyName })}
          />
        </>
      }
      renderActions={(row) => (
        <>
          <EditLink to={screens.companyEdit.path} params={{ id: String(row.companyId) }} name={row.companyName} />
          <RemoveButton
            name={row.companyName}
            code={{ label: labels.company.officeCode, value: row.officeCode }}
            consequence="拠点や利用者が残っている会社は削除できません。"
            listPath={endpoints.company.list.path}
            remove={() => call(endpoints.company.remove, { params: { id: row.companyId } })}
          />
        </>
      )}
    />
  )
}
