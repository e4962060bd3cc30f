import MessageFilled from '@ant-design/icons/MessageFilled'
import { alertKindNames } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { clockOf } from '../platform/japan-time.ts'
import styles from './report-mark.module.css'

/** A speech bubble in ink: somebody says how they or another feel (申告). It has no level, so no level's colour. */
export const ReportMark = ({ size }: { readonly size: number }) => <MessageFilled aria-hidden style={{ fontSize: size }} />

/** 申告 with its mark and its time, in the row of somebody whose report nobody has closed; nothing for others. */
export const ReportLabel = ({ row }: { readonly row: Pick<HealthRow, 'reportedAt'> }) =>
  row.reportedAt === null ? null : (
    <span className={styles['label']}>
      <ReportMark size={16} />
      {alertKindNames.report} {clockOf(row.reportedAt)}
    </span>
  )
