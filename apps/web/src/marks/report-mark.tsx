import MessageFilled from '@ant-design/icons-svg/es/asn/MessageFilled'
import { alertKindNames } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { clockOf } from '../platform/japan-time.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './report-mark.module.css'

/** A speech bubble in ink: somebody says how they or another feel (申告). It has no level, so no level's colour. */
export const ReportMark = ({ size }: { readonly size: number }) => <SvgIcon icon={MessageFilled} size={size} />

/** 申告 with its mark and its time, in the row of somebody whose report nobody has closed; nothing for others. */
export const ReportLabel = ({ row }: { readonly row: Pick<HealthRow, 'reportedAt'> }) =>
  row.reportedAt === null ? null : (
    <span className={styles['label']}>
      <ReportMark size={16} />
      {alertKindNames.report} {clockOf(row.reportedAt)}
    </span>
  )
