import { longDate } from '@mimamori/contract/time-words'
import { alertKindNames, handlingNames } from '@mimamori/contract/alert'
import { drillSortKeys, type Drill } from '@mimamori/contract/drill'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { Column } from '../../kit/data-table.tsx'
import { ResourceList } from '../../kit/resource-list.tsx'
import { useListParams } from '../../kit/use-list-params.ts'
import { useLiveQuery } from '../../kit/use-live-query.ts'
import { useOpener } from '../../kit/use-opener.ts'
import { OfficeFilter } from '../../organisation/offices/office-filters.tsx'
import { clockOf, dateOf } from '../../platform/japan-time.ts'
import { queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'

const spec = { filters: screenSearch.drillList, sortKeys: drillSortKeys }

const { drill: label } = labels

/** 1分20秒 */
const secondsInWords = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0 ? `${rest}秒` : `${minutes}分${rest === 0 ? '' : `${rest}秒`}`
}

const drillState = ({ endedAt, handling, seconds }: Drill): string => {
  if (seconds === null) return endedAt === null ? 'まだ確認されていません' : '確認されませんでした'
  return endedAt === null ? `${handlingNames[handling]}・訓練中` : ''
}

const columns: readonly Column<Drill, (typeof drillSortKeys)[number]>[] = [
  {
    key: 'startedAt',
    title: label.startedAt,
    sortKey: 'startedAt',
    fixed: 'start',
    render: ({ id, startedAt }) => (
      <Link to={screens.alertRecord.path} params={{ id: String(id) }}>
        {dateOf(Date.parse(startedAt)).slice(0, 4)}年{longDate(dateOf(Date.parse(startedAt)))} {clockOf(startedAt)}
      </Link>
    ),
  },
  { key: 'baseName', title: label.baseName, sortKey: 'baseName', render: ({ baseName }) => baseName },
  { key: 'groupName', title: label.groupName, sortKey: 'groupName', render: ({ groupName }) => groupName ?? '拠点全体' },
  { key: 'kind', title: labels.alert.kind, sortKey: 'kind', render: ({ kind }) => alertKindNames[kind] },
  { key: 'startedBy', title: label.startedBy, render: ({ startedBy }) => startedBy ?? '毎週の訓練' },
  { key: 'told', title: label.told, align: 'right', render: ({ told }) => `${told}件` },
  {
    key: 'confirmedAt',
    title: label.confirmedBy,
    sortKey: 'confirmedAt',
    render: ({ confirmedBy, confirmedAt, ...drill }) =>
      confirmedAt === null ? drillState({ confirmedBy, confirmedAt, ...drill }) : `${confirmedBy ?? ''} ${clockOf(confirmedAt)}`,
  },
  {
    key: 'seconds',
    title: label.seconds,
    sortKey: 'seconds',
    align: 'right',
    render: ({ seconds }) => (seconds === null ? '―' : <b>{secondsInWords(seconds)}</b>),
  },
  { key: 'steps', title: label.steps, align: 'right', render: ({ steps }) => `${steps}回` },
  { key: 'endedAt', title: label.endedAt, render: (drill) => (drill.endedAt === null ? <b>訓練中</b> : clockOf(drill.endedAt)) },
]

/** /drill/list: how drills went, and the way to start one. */
export const DrillListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const starting = useOpener()
  const scheduling = useOpener()
  const { filters, setFilters } = list
  const officeId = viewer.officeId ?? filters.officeId
  const result = useLiveQuery({
    query: queryOf(endpoints.drill.list, { query: list.query }),
    patches: { alert: (data, episodes) => ({ data, refetch: episodes.some(({ drill }) => drill === '1') }) },
  })
  return (
    <>
      <ResourceList
        counter="件"
        columns={viewer.officeId === null ? columns : columns.filter(({ key }) => key !== 'baseName')}
        rowKey={(drill) => drill.id}
        rowHeight={38}
        list={list}
        result={result}
        refresh="最新の情報に更新"
        empty={{
          filtered: 'この拠点では、まだ訓練をしていません',
          none: 'まだ訓練をしていません',
          wayOut: '「訓練を始める」で、知らせが届いて確認されるまでを試せます。',
        }}
        actions={
          <>
            <Button onClick={scheduling.open}>毎週の訓練</Button>
            <Button type="primary" onClick={starting.open}>
              訓練を始める
            </Button>
          </>
        }
        filters={<OfficeFilter value={filters.officeId} which="all" onChange={(chosen) => setFilters({ officeId: chosen })} />}
      />
      {starting.isOpen && <StartDialog officeId={officeId} onClose={starting.close} />}
      {scheduling.isOpen && <ScheduleDialog officeId={officeId} onClose={scheduling.close} />}
    </>
  )
}
