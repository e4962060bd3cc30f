import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { labels } from '@mimamori/contract/labels'
import { type ReportSchedule, type reportScheduleSortKeys, scheduleKindNames } from '@mimamori/contract/report-schedule'
import { longDate } from '@mimamori/contract/time-words'
import type { Column } from '../kit/data-table.tsx'
import { TwoLines } from '../organisation/accounts/person-cells.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { AddressList } from './addresses.tsx'
import styles from './schedule.module.css'

const { reportSchedule: label } = labels

const nextTime = ({ nextAt, enabled }: ReportSchedule) => {
  if (nextAt !== null) return `${longDate(dateOf(Date.parse(nextAt)))} ${clockOf(nextAt)}`
  return <span className={styles['none']}>{enabled ? '送られません' : '止めています'}</span>
}

/** 7月23日（木） 07:00, and why nothing is sent, or was not. */
const next = (schedule: ReportSchedule) => (
  <>
    {nextTime(schedule)}
    {schedule.problem !== null && (
      <p className={styles['problem']}>
        <ExclamationCircleFilled aria-label={label.problem} />
        <span>{schedule.problem}</span>
      </p>
    )}
  </>
)

/** The columns of the list. @param severalCompanies whether it holds sites of several companies */
export const columnsOf = (severalCompanies: boolean): readonly Column<ReportSchedule, (typeof reportScheduleSortKeys)[number]>[] => [
  {
    key: 'officeName',
    title: label.officeName,
    sortKey: 'officeName',
    fixed: 'start',
    render: ({ officeName, companyName }) => (severalCompanies ? <TwoLines first={officeName} second={companyName} /> : officeName),
  },
  { key: 'kind', title: label.kind, sortKey: 'kind', render: ({ kind }) => scheduleKindNames[kind] },
  { key: 'time', title: label.time, sortKey: 'time', render: ({ time }) => time },
  {
    key: 'addresses',
    title: label.addresses,
    render: ({ addresses, roles, kind }) => <AddressList addresses={addresses} roles={roles} kind={kind} />,
  },
  { key: 'nextAt', title: label.nextAt, render: next },
  {
    key: 'lastOn',
    title: label.lastOn,
    render: ({ lastOn }) => (lastOn === null ? <span className={styles['none']}>まだありません</span> : longDate(lastOn)),
  },
  { key: 'senderName', title: label.senderName, render: ({ senderName }) => senderName },
]
