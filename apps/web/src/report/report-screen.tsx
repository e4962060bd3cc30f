import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { PageTitle } from '../kit/page-title.tsx'
import { ReportTabs } from '../organisation/reports/report-tabs.tsx'
import { useScreenSearch } from '../platform/screen.ts'
import { TableActions } from './table-actions.tsx'
import styles from './table-filters.module.css'
import { TableMode } from './table-mode.tsx'
import { useChoice } from './use-choice.ts'
import { ZipMode } from './zip/zip-mode.tsx'

const modes = [
  { value: 'csv', label: '画面で見る' },
  { value: 'zip', label: 'まとめてZIP' },
] as const
type Mode = (typeof modes)[number]['value']

const ModeSwitch = ({ mode }: { readonly mode: Mode }) => {
  const navigate = useNavigate()
  return (
    <Segmented<Mode>
      aria-label="レポートの出し方"
      className={styles['switch'] ?? ''}
      value={mode}
      options={[...modes]}
      // What was chosen for one mode means nothing in the other (spec §2.8).
      onChange={(chosen) => void navigate({ to: screens.report.path, search: { mode: chosen === 'csv' ? undefined : chosen } })}
    />
  )
}

/** /report: what each hour came to, as a table of one person's month or of everybody's day, or as a ZIP of many people. */
export const ReportScreen = () => {
  const { mode = 'csv' } = useScreenSearch('report')
  const { choice, failure, today, set } = useChoice()
  return (
    <>
      <div className={styles['on-screen']}>
        <PageTitle count={<ModeSwitch mode={mode} />}>
          {mode === 'csv' && choice !== undefined && <TableActions choice={choice} today={today} />}
        </PageTitle>
        <ReportTabs />
      </div>
      {mode === 'csv' ? <TableMode choice={choice} failure={failure} today={today} set={set} /> : <ZipMode />}
    </>
  )
}
