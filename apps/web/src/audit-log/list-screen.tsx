import { auditActionNames, type AuditEntry, auditPartNames, auditParts, auditResourceNames } from '@mimamori/contract/audit-log'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Column } from '../kit/data-table.tsx'
import { PeriodFilter } from '../kit/day-filter.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { useOpener } from '../kit/use-opener.ts'
import { TwoLines } from '../organisation/accounts/person-cells.tsx'
import { useChannelNames } from '../organisation/settings/use-channel-names.ts'
import { dateOf, clockOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { changesOf, subjectOf, type Change } from './diff.ts'
import styles from './list-screen.module.css'
import { PersonFilter } from './person-filter.tsx'

const sortKeys = ['at', 'userName', 'action', 'resource'] as const
const spec = { filters: screenSearch.auditLog, sortKeys, pageSize: 50 }

const kinds = Object.entries(auditResourceNames).map(([value, label]) => ({ value, label }))
const parts = [
  { value: 'all', label: 'すべて' } as const,
  ...auditParts.filter((value) => value !== 'done').map((value) => ({ value, label: auditPartNames[value] })),
]
/** The query of the call: reads are left out unless somebody asks for them, because they would hide changes. */
const withPart = <Query extends { readonly part?: (typeof parts)[number]['value'] | 'done' | undefined }>({
  part = 'done',
  ...query
}: Query) => ({
  ...query,
  ...(part !== 'all' && { part }),
})

/** Changes that a row says itself. */
const inSight = 2

const Subject = ({ entry }: { readonly entry: AuditEntry }) => (
  <>
    <span className={styles['kind']}>{auditResourceNames[entry.resource] ?? entry.resource}</span>{' '}
    {/* A file is known by its name; what it holds says how it was narrowed. */}
    {(entry.action === 'export' ? undefined : subjectOf(entry)) ?? entry.resourceId}
  </>
)

const ChangeLine = ({ change, entry }: { readonly change: Change; readonly entry: AuditEntry }) => (
  <li className={styles['change']}>
    <span className={styles['label']}>{change.label}</span>{' '}
    {entry.before !== null && (
      <>
        <del className={styles['before']}>{change.before}</del>
        <span aria-hidden="true"> → </span>
      </>
    )}
    <span>{change.after}</span>
  </li>
)

const Changes = ({ entry }: { readonly entry: AuditEntry }) => {
  const dialog = useOpener()
  const channels = useChannelNames()
  const changes = changesOf(entry.resource, entry.before, entry.after, channels)
  if (changes.length === 0) return <span className={styles['label']}>―</span>
  const title = `${auditActionNames[entry.action] ?? entry.action}の内容`
  return (
    <div className={styles['changes']}>
      <ul className={styles['lines']}>
        {changes.slice(0, inSight).map((change) => (
          <ChangeLine key={change.field} change={change} entry={entry} />
        ))}
      </ul>
      <Button size="small" type="text" aria-label={`${title}を見る`} onClick={dialog.open}>
        {changes.length > inSight ? `ほか${changes.length - inSight}件` : '詳細'}
      </Button>
      {dialog.isOpen && <ChangesDialog entry={entry} title={title} channels={channels} onClose={dialog.close} />}
    </div>
  )
}

const columns: readonly Column<AuditEntry, (typeof sortKeys)[number]>[] = [
  {
    key: 'at',
    title: labels.auditLog.at,
    sortKey: 'at',
    width: 134,
    render: ({ at }) => `${dateOf(Date.parse(at)).replaceAll('-', '/')} ${clockOf(at)}`,
  },
  {
    key: 'userName',
    title: labels.auditLog.userName,
    sortKey: 'userName',
    width: 150,
    render: ({ userName, fullName }) => {
      const id = <span className="id">{userName}</span>
      return fullName === null ? id : <TwoLines first={fullName} second={id} />
    },
  },
  {
    key: 'action',
    title: labels.auditLog.action,
    sortKey: 'action',
    width: 146,
    render: (entry) => auditActionNames[entry.action] ?? entry.action,
  },
  { key: 'resource', title: labels.auditLog.resource, sortKey: 'resource', width: 230, render: (entry) => <Subject entry={entry} /> },
  { key: 'changes', title: '内容', width: 336, render: (entry) => <Changes entry={entry} /> },
  {
    key: 'address',
    title: labels.auditLog.address,
    width: 124,
    render: (entry) => (entry.address === '' ? <span className={styles['label']}>―</span> : <span className="id">{entry.address}</span>),
  },
]

/** /audit-log/list: who did what, when and from where. */
export const AuditLogScreen = () => {
  const list = useListParams(spec)
  const { filters, setFilters } = list
  const result = useQuery(queryOf(endpoints.auditLog.list, { query: withPart(list.query) }))
  return (
    <ResourceList
      counter="件"
      columns={columns}
      rowKey={(entry) => entry.id}
      rowHeight={51}
      list={list}
      result={result}
      empty={{ filtered: '該当する記録はありません', none: 'まだ記録がありません' }}
      actions={<DownloadButton endpoint={endpoints.auditLog.download} input={{ query: withPart(filters) }} fileName="操作の記録.csv" />}
      filters={
        <>
          <SelectFilter
            label={labels.auditLog.part}
            value={filters.part}
            choices={parts}
            all={auditPartNames.done}
            onChange={(part) => setFilters({ part })}
          />
          <SelectFilter label={labels.auditLog.kind} value={filters.kind} choices={kinds} onChange={(kind) => setFilters({ kind })} />
          <PersonFilter value={filters.userId} onChange={(userId) => setFilters({ userId })} />
          <PeriodFilter
            labels={[labels.auditLog.from, labels.auditLog.to]}
            values={[filters.from, filters.to]}
            onChange={([from, to]) => setFilters({ from, to })}
          />
        </>
      }
    />
  )
}
