import { labels } from '@mimamori/contract/labels'
import { reportStatistics } from '@mimamori/contract/report'
import { type ReportType, reportTypeNames, reportTypes } from '@mimamori/contract/report-types'
import { Button, Checkbox, Segmented } from 'antd'
import { useId } from 'react'
import { statisticNames } from '../words.ts'
import type { SetZipChoice } from './use-zip-choice.ts'
import type { ZipChoice } from './zip-choice.ts'
import styles from './zip-form.module.css'

const choices = reportTypes.map((value) => ({ value, label: reportTypeNames[value] }))
const statistics = reportStatistics.map((value) => ({ value, label: statisticNames[value] }))

/** Which values the files hold, and how an hour is summarised. */
export const ZipTypes = ({ choice: { types, statistic }, set }: { readonly choice: ZipChoice; readonly set: SetZipChoice }) => {
  const id = useId()
  return (
    <>
      <div className={styles['row']} role="group" aria-labelledby={id}>
        <span id={id} className={styles['label']}>
          {labels.report.reportTypeZip}
        </span>
        <Checkbox.Group<ReportType>
          className={styles['types'] ?? ''}
          options={choices}
          value={[...types]}
          onChange={(chosen) => set({ types: reportTypes.filter((type) => chosen.includes(type)) })}
        />
        {types.length < reportTypes.length && (
          <Button type="link" className={styles['all'] ?? ''} onClick={() => set({ types: reportTypes })}>
            すべて選ぶ
          </Button>
        )}
      </div>
      <div className={styles['row']}>
        <span className={styles['label']} aria-hidden="true">
          {labels.report.statistic}
        </span>
        <Segmented
          aria-label={labels.report.statistic}
          className={styles['switch'] ?? ''}
          value={statistic}
          options={statistics}
          onChange={(chosen) => set({ statistic: chosen })}
        />
        <span className={styles['quiet']}>総合アラートはいつも最大、接続時間は分数です。</span>
      </div>
    </>
  )
}
