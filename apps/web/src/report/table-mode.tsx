import type { ComponentProps } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { type Choice, missingOf } from './choice.ts'
import { DayCards, MonthCards } from './report-cards.tsx'
import { DayTable } from './day-table.tsx'
import { MonthTable } from './month-table.tsx'
import { PrintFacts } from './print-facts.tsx'
import { ReportLegend } from './report-legend.tsx'
import { TableFilters } from './table-filters.tsx'
import styles from './table-mode.module.css'
import type { SetChoice } from './use-choice.ts'
import { type ShownReport, useIsLost, useReport } from './use-report.ts'
import { hintOf, titleOf } from './words.ts'

const unchosen = {
  office: { filtered: '', none: '拠点を選んでください', wayOut: '選んだ拠点の、1時間ごとの表が出ます。' },
  person: { filtered: '', none: '月報は、作業者を1人選んでください', wayOut: '上の「作業者」で選ぶと、その人の1か月が出ます。' },
}
const lost = { filtered: '', none: 'この作業者は見つかりません', wayOut: '上の「作業者」で選び直してください。' }
const nobody = { filtered: '', none: 'この日に作業者はいません', wayOut: '日か拠点を変えてください。' }

const Lines = ({ report, today }: { readonly report: ShownReport; readonly today: string }) => {
  const narrow = useNarrow()
  const isDaily = report.choice.period === 'daily'
  if (isDaily && report.dailyData.length === 0) return <EmptyState empty={nobody} filtered={false} onClear={() => undefined} />
  if (narrow) return isDaily ? <DayCards report={report} /> : <MonthCards report={report} today={today} />
  return isDaily ? <DayTable report={report} /> : <MonthTable report={report} today={today} />
}

const Sheet = ({ report, today }: { readonly report: ShownReport; readonly today: string }) => (
  <>
    <header className={styles['heading']}>
      <h2>{titleOf(report.choice)}</h2>
      <p className={styles['hint']}>{hintOf(report.choice)}</p>
      <ReportLegend type={report.choice.type} />
    </header>
    <PrintFacts report={report} />
    <Lines report={report} today={today} />
  </>
)

const Body = ({ choice, today }: { readonly choice: Choice; readonly today: string }) => {
  const result = useReport(choice)
  const isLost = useIsLost(choice, result.error, today)
  const missing = missingOf(choice)
  if (missing !== undefined) return <EmptyState empty={unchosen[missing]} filtered={false} onClear={() => undefined} />
  const { data, error } = result
  if (isLost) return <EmptyState empty={lost} filtered={false} onClear={() => undefined} />
  if (data === undefined) return <NoAnswerYet result={result} height={320} />
  return (
    <div className={styles['sheet']} aria-busy={result.isPlaceholderData}>
      {error !== null && <StaleBanner result={result} />}
      <Sheet report={data} today={today} />
      {result.isPlaceholderData && <LoadingOverlay />}
    </div>
  )
}

type TableModeProps = {
  readonly choice: Choice | undefined
  readonly failure: ComponentProps<typeof ListFailure> | undefined
  readonly today: string
  readonly set: SetChoice
}

/** What each hour came to, on screen. */
export const TableMode = ({ choice, failure, today, set }: TableModeProps) => (
  <Panel>
    {choice === undefined ? (
      <div className={styles['waiting']}>{failure === undefined ? <LoadingOverlay /> : <ListFailure {...failure} />}</div>
    ) : (
      <>
        <div className={styles['on-screen']}>
          <TableFilters choice={choice} today={today} set={set} />
        </div>
        <Body choice={choice} today={today} />
      </>
    )}
  </Panel>
)
