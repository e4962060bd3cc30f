import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { ConsentWithdrawn, isConsentWithdrawn } from '../organisation/accounts/consent-withdrawn.tsx'
import { OwnCheck } from '../organisation/checks/own-check.tsx'
import { useViewer } from '../platform/viewer.ts'
import { OwnFigures } from './own-figures.tsx'
import { OwnHeatTime } from './own-heat-time.tsx'
import styles from './own-home.module.css'
import { OwnReport } from './own-report.tsx'
import { OwnState } from './own-state.tsx'
import { ConsentPrompt } from '../organisation/consent/consent-prompt.tsx'
import { OwnProcedures } from './own-procedures.tsx'
import { useOwn } from './use-own.ts'

/** The home screen of a worker: how they are, what to do, how they feel, whom to call. */
export const OwnHome = () => {
  const result = useOwn()
  const viewer = useViewer()
  const isWithdrawn = isConsentWithdrawn(result.error)
  const own = isWithdrawn ? undefined : result.data
  return (
    <div className={styles['stack']}>
      {isConsentWithdrawn(result.error) ? (
        <Panel>
          <ConsentWithdrawn error={result.error} userId={viewer.userId} />
        </Panel>
      ) : (
        result.error !== null && own !== undefined && <StaleBanner result={result} />
      )}
      {own === undefined && !isWithdrawn && <NoAnswerYet result={result} />}
      {own !== undefined && <OwnState own={own} />}
      <OwnReport isEmergency={own?.now.emergency === '1'} />
      <OwnCheck />
      {own !== undefined && <OwnHeatTime own={own} />}
      <ConsentPrompt />
      {viewer.officeId !== null && <OwnProcedures officeId={viewer.officeId} />}
      {own !== undefined && <OwnFigures own={own} />}
    </div>
  )
}
