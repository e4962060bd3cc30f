import { alertLoad, isEmptyLoad } from '@mimamori/contract/alert-load'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PeriodFilter } from '../kit/day-filter.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { SubjectTitle } from '../organisation/panels/subject-title.tsx'
import { useNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { LoadResult } from './load-result.tsx'
import styles from './load-screen.module.css'
import { periodOf } from './period.ts'
import { TrialPanel } from './trial/trial-panel.tsx'

const minute = 60_000

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の通知の量を表示します。' }
/** The site and the period that the address asks for; somebody with one site sees that one. */
const useChoice = () => {
  const search = useScreenSearch('alertLoad')
  const navigate = useNavigate()
  const { office, isKnown, failure } = useOneOffice(search.officeId, 'all')
  const period = periodOf(search, useNow(minute))
  type Change = { readonly officeId?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined }
  return {
    office,
    isKnown,
    failure,
    period,
    choose: (change: Change) => void navigate({ to: screens.alertLoad.path, search: { officeId: office?.officeId, ...period, ...change } }),
  }
}

type Choice = ReturnType<typeof useChoice>

const Choices = ({ office, period, choose }: Choice) => (
  <div className={styles['choice']}>
    {useViewer().officeId === null && (
      <OfficeFilter value={office?.officeId} which="all" all="選んでください" onChange={(officeId) => choose({ officeId })} />
    )}
    <PeriodFilter
      labels={[labels.alertLoad.from, labels.alertLoad.to]}
      values={[period.from, period.to]}
      onChange={([from, to]) => choose({ from, to })}
    />
  </div>
)

/** /alert/load: how many alerts and notices a site's people get, of what, and how they are answered. */
export const AlertLoadScreen = () => {
  const choice = useChoice()
  const { office, isKnown, failure, period } = choice
  const query = { officeId: office?.officeId ?? 0, ...period }
  const result = useQuery({ ...queryOf(alertLoad.read, { query }), enabled: office !== undefined })
  return (
    <>
      <SubjectTitle subject="notices" search={{ officeId: office?.officeId }} count={office?.officeName}>
        <Choices {...choice} />
      </SubjectTitle>
      {office !== undefined && <LoadResult result={result} />}
      {office !== undefined && result.data !== undefined && !isEmptyLoad(result.data) && (
        <div className={styles['trial']}>
          <TrialPanel key={office.officeId} officeId={office.officeId} period={period} />
        </div>
      )}
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
