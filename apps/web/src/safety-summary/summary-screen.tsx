import { longDate } from '@mimamori/contract/time-words'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { labels } from '@mimamori/contract/labels'
import { isEmptyMonth, safetySummary } from '@mimamori/contract/safety-summary'
import { screens } from '@mimamori/contract/screens'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { PrintButton } from '../kit/print-button.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { ReportTabs } from '../organisation/reports/report-tabs.tsx'
import { useNow } from '../platform/clock.ts'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { chosenMonth, monthInWords } from './month.ts'
import { MonthChoice } from './month-choice.tsx'
import { SummaryBody } from './summary-body.tsx'
import styles from './summary-screen.module.css'

const minute = 60_000

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の月次まとめを表示します。' }

/** The site and the month that the address asks for; somebody with one site sees that one, and a site out of reach is ignored. */
const useChoice = () => {
  const summarySearch = useScreenSearch('safetySummary')
  const navigate = useNavigate()
  const now = useNow(minute)
  const { office, isKnown, failure } = useOneOffice(summarySearch.officeId, 'all')
  const month = chosenMonth(summarySearch.month, now)
  return {
    office,
    isKnown,
    failure,
    month,
    now,
    choose: (change: { readonly officeId?: number | undefined; readonly month?: string }) =>
      void navigate({ to: screens.safetySummary.path, search: { officeId: office?.officeId, month: summarySearch.month, ...change } }),
  }
}

type Choice = ReturnType<typeof useChoice>

/** Says of the running month how far its figures go. */
const Running = ({ month, at }: { readonly month: string; readonly at: number }) => (
  <p className={styles['running']}>
    {monthInWords(month)}は途中です。{longDate(dateOf(at))} {clockOf(at)} までの数字です。
  </p>
)

type Result = UseQueryResult<AnswerOf<typeof safetySummary.read>>

const Summary = ({ result, month }: { readonly result: Result; readonly month: string }) => {
  const { data, error } = result
  if (data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  return (
    <>
      <p className={styles['facts']}>
        {data.companyName}　{monthInWords(month)}
      </p>
      {error !== null && (
        <div className={styles['stale']}>
          <StaleBanner result={result} />
        </div>
      )}
      {data.isRunning && <Running month={month} at={result.dataUpdatedAt} />}
      {isEmptyMonth(data) ? (
        <Panel>
          <EmptyState
            empty={{ filtered: '', none: `${monthInWords(month)}の記録はありません`, wayOut: 'ほかの月を選んでください。' }}
            filtered={false}
            onClear={() => undefined}
          />
        </Panel>
      ) : (
        <SummaryBody summary={data} />
      )}
    </>
  )
}

type ActionsProps = { readonly choice: Choice; readonly summary: Result['data'] }

const Actions = ({ choice: { office, month, now, choose }, summary }: ActionsProps) => (
  <>
    <div className={styles['choice']}>
      {useViewer().officeId === null && (
        <OfficeFilter value={office?.officeId} which="all" all="選んでください" onChange={(officeId) => choose({ officeId })} />
      )}
      <MonthChoice month={month} now={now} onChange={(chosen) => choose({ month: chosen })} />
    </div>
    {office !== undefined && (
      <>
        {summary !== undefined && isEmptyMonth(summary) && <span className={styles['nothing']}>出力するデータがありません。</span>}
        <PrintButton
          disabled={summary === undefined || isEmptyMonth(summary)}
          endpoint={safetySummary.download}
          input={{ query: { officeId: office.officeId, month } }}
        />
        <DownloadButton
          label="PDF"
          disabled={summary === undefined || isEmptyMonth(summary)}
          endpoint={safetySummary.download}
          input={{ query: { officeId: office.officeId, month } }}
          fileName={`熱中症対策月次まとめ_${month}.pdf`}
        />
      </>
    )}
  </>
)

/** The figures of the site in the month; a site is asked for first where there are several. */
const useSummary = (officeId: number | undefined, month: string): Result =>
  useQuery({ ...queryOf(safetySummary.read, { query: { officeId: officeId ?? 0, month } }), enabled: officeId !== undefined })

/** /report/summary: heat, alerts, answers, outcomes and exposure of a site in a month, to be read and to be printed. */
export const SafetySummaryScreen = () => {
  const choice = useChoice()
  const { office, isKnown, failure, month } = choice
  const result = useSummary(office?.officeId, month)
  const people = result.data === undefined || isEmptyMonth(result.data) ? '' : `・${result.data.people}人`
  return (
    <>
      <PageTitle {...(office !== undefined && { count: `${office.officeName}${people}` })}>
        <Actions choice={choice} summary={result.data} />
      </PageTitle>
      <ReportTabs />
      {office !== undefined && <Summary result={result} month={month} />}
      {failure !== undefined && (
        <Panel>
          <ListFailure {...failure} />
        </Panel>
      )}
      {office === undefined && isKnown && (
        <Panel>
          <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />
        </Panel>
      )}
    </>
  )
}
