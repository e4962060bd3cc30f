import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { type ReportSchedule, reportScheduleSortKeys, scheduleKindNames } from '@mimamori/contract/report-schedule'
import { screenSearch } from '@mimamori/contract/screen-search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ResourceList } from '../kit/resource-list.tsx'
import { RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { ReportTabs } from '../organisation/reports/report-tabs.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { columnsOf } from './columns.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const spec = { filters: screenSearch.reportScheduleList, sortKeys: reportScheduleSortKeys }
const { list: endpoint, remove } = endpoints.reportSchedule

const nameOf = ({ officeName, kind, time }: ReportSchedule): string => `${officeName}の${scheduleKindNames[kind]}${time}`

/** /report/schedule: which reports mails announce, to whom, and when next. */
export const ReportScheduleListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const [open, setOpen] = useState<ReportSchedule | 'new'>()
  const { filters, setFilters } = list
  const result = useQuery({ ...queryOf(endpoint, { query: list.query }), placeholderData: keepPreviousData })
  return (
    <>
      <ResourceList
        counter="件"
        columns={columnsOf(viewer.companyId === null)}
        rowKey={(schedule) => schedule.id}
        rowHeight={51}
        list={list}
        result={result}
        refresh="最新の情報に更新"
        nearby={<ReportTabs />}
        empty={{
          filtered: 'この拠点の定期送信はありません',
          none: 'まだ定期送信がありません',
          wayOut: '「追加」から、前の日や前の月の合計、あすときょうの計画をメールで届けられます。',
        }}
        actions={
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen('new')}>
            追加
          </Button>
        }
        filters={<OfficeFilter value={filters.officeId} onChange={(officeId) => setFilters({ officeId })} />}
        renderActions={(schedule) => (
          <>
            <Button type="text" size="small" aria-label={`${nameOf(schedule)}を編集`} onClick={() => setOpen(schedule)}>
              編集
            </Button>
            <RemoveButton
              name={nameOf(schedule)}
              consequence="これからは送られません。届いたメールは残ります。"
              remove={() => call(remove, { params: { id: schedule.id } })}
              listPath={endpoint.path}
            />
          </>
        )}
      />
      {open !== undefined && (
        <ScheduleDialog
          schedule={open === 'new' ? undefined : open}
          officeId={viewer.officeId ?? filters.officeId}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
