import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { officeSortKeys, type Office } from '@mimamori/contract/office'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Column } from '../kit/data-table.tsx'
import { SelectFilter, TextFilter } from '../kit/filter-fields.tsx'
import { CreateLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton, RowLink } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { CompanyFilter } from '../organisation/offices/office-filters.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { ArchivedMark } from './archived-mark.tsx'
import styles from './list-screen.module.css'

const spec = { filters: screenSearch.officeList, sortKeys: officeSortKeys }

const archivedChoices = [
  { value: '1', label: '閉鎖済み' },
  { value: 'all', label: 'すべて' },
] as const

const columns: readonly Column<Office, (typeof officeSortKeys)[number]>[] = [
  { key: 'companyName', title: labels.office.companyName, sortKey: 'companyName', render: (row) => row.companyName },
  {
    key: 'baseCode',
    title: labels.office.baseCode,
    sortKey: 'baseCode',
    render: (row) => (
      <Link to={screens.officeView.path} params={{ id: String(row.officeId) }} className="id">
        {row.baseCode}
      </Link>
    ),
  },
  {
    key: 'officeName',
    title: labels.office.officeName,
    sortKey: 'officeName',
    render: (row) =>
      row.archivedAt === null ? (
        <Link to={screens.conditionList.path} search={{ officeId: row.officeId }}>
          {row.officeName}
        </Link>
      ) : (
        <span className={styles['archived']}>
          {/* Nobody is watched there any more: its name leads to what is on record. */}
          <Link to={screens.alertList.path} search={{ officeId: row.officeId, allTime: true }}>
            {row.officeName}
          </Link>
          <ArchivedMark />
        </span>
      ),
  },
]

/** /header-quaters/list: the offices, each with the ways to its record, its people and its settings. */
export const OfficeListScreen = () => {
  const list = useListParams(spec)
  const result = useQuery(queryOf(endpoints.office.list, { query: list.query }))
  const { filters, setFilters } = list
  return (
    <ResourceList
      counter="拠点"
      columns={columns}
      rowKey={(row) => row.officeId}
      rowHeight={38}
      list={list}
      result={result}
      empty={{ filtered: '該当する拠点はありません', none: 'まだ拠点がありません', wayOut: '「拠点を追加」から登録してください。' }}
      actions={<CreateLink to={screens.officeCreate.path}>{screens.officeCreate.title}</CreateLink>}
      filters={
        <>
          <CompanyFilter value={filters.companyId} onChange={(companyId) => setFilters({ companyId })} />
          <TextFilter label={labels.office.baseCode} value={filters.baseCode} onChange={(baseCode) => setFilters({ baseCode })} />
          <TextFilter label={labels.office.officeName} value={filters.officeName} onChange={(officeName) => setFilters({ officeName })} />
          <SelectFilter
            label="状態"
            value={filters.archived}
            choices={archivedChoices}
            all="使用中"
            onChange={(archived) => setFilters({ archived })}
          />
        </>
      }
      renderActions={(row) =>
        row.archivedAt === null ? (
          <>
            <RowLink to={screens.officeSetting.path} search={{ officeId: row.officeId, officeName: row.officeName }} name={row.officeName}>
              {screens.officeSetting.title}
            </RowLink>
            <EditLink to={screens.officeEdit.path} params={{ id: String(row.officeId) }} name={row.officeName} />
            <RemoveButton
              name={row.officeName}
              code={{ label: labels.office.baseCode, value: row.baseCode }}
              consequence="利用者や機器が残っている拠点は削除できません。"
              listPath={endpoints.office.list.path}
              remove={() => call(endpoints.office.remove, { params: { id: row.officeId } })}
            />
          </>
        ) : (
          <RowLink to={screens.officeView.path} params={{ id: String(row.officeId) }} name={row.officeName}>
            詳細
          </RowLink>
        )
      }
    />
  )
}
