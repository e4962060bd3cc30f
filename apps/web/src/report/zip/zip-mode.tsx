import { report } from '@mimamori/contract/report'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { showFailure } from '../../kit/dialogs.ts'
import { FormSection, WideField } from '../../kit/form/form-section.tsx'
import { ListFailure } from '../../kit/list-failure.tsx'
import { LoadingOverlay } from '../../kit/loading-overlay.tsx'
import { notify } from '../../kit/notify.ts'
import { Panel } from '../../kit/panel.tsx'
import { call } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { dateOf } from '../../platform/japan-time.ts'
import { refreshJobs } from '../../platform/own-jobs.ts'
import { OfficesFilter } from '../offices-filter.tsx'
import { lostOf } from '../use-roster.ts'
import { WorkerChoice } from '../worker-choice.tsx'
import { type SetZipChoice, useZipChoice, useZipRoster } from './use-zip-choice.ts'
import { dayFaultsOf, obstacleOf, type ZipChoice } from './zip-choice.ts'
import { ZipDays } from './zip-days.tsx'
import { ZipFiles } from './zip-files.tsx'
import styles from './zip-form.module.css'
import { ZipTypes } from './zip-types.tsx'

/** Asks the server to make the file, for the people known to be at the sites on these days. */
const startZip = async ({ officeIds, types, from = '', to = '', statistic }: ZipChoice, workers: readonly number[]): Promise<void> => {
  const body = {
    officeId: [...officeIds],
    workers: [...workers],
    reportTypeZip: [...types],
    startTime: from,
    endTime: to,
    statistic,
  }
  try {
    await call(report.startZip, { body })
    notify.success('ファイルの作成を始めました。画面を離れても続きます。')
  } catch (error) {
    void showFailure(error)
  } finally {
    refreshJobs()
  }
}

type FormProps = { readonly choice: ZipChoice; readonly today: string; readonly set: SetZipChoice }

const ZipForm = ({ choice, today, set }: FormProps) => {
  const why = useId()
  const [isAsking, setIsAsking] = useState(false)
  const roster = useZipRoster(choice, Object.keys(dayFaultsOf(choice, today)).length === 0)
  const lost = lostOf(roster, choice.workers)
  // Who left the sites before the days chosen is in none of the files.
  const workers = choice.workers.filter((userId) => !lost.includes(userId))
  // Nobody may be in a file whom the form could not show.
  const obstacle = obstacleOf(choice, today) ?? (roster.state === 'failed' ? '作業者を読み込めないと、ファイルを作れません。' : undefined)
  const start = async () => {
    setIsAsking(true)
    await startZip(choice, workers)
    setIsAsking(false)
  }
  return (
    <>
      <FormSection name="だれの" note="作業者を選ばなければ、全員の分を作ります。">
        <WideField>
          <div className={styles['row']}>
            <OfficesFilter value={choice.officeIds} onChange={(officeIds) => set({ officeIds, workers: [] })} />
            <WorkerChoice roster={roster} value={workers} onChange={(chosen) => set({ workers: chosen })} />
          </div>
        </WideField>
      </FormSection>
      <FormSection name="なにを" note="種類ごとにCSVを1つ、作業者ごとにPDFを1つ作ります。">
        <WideField>
          <ZipTypes choice={choice} set={set} />
        </WideField>
      </FormSection>
      <FormSection name="いつの" note="92日までです。">
        <WideField>
          <ZipDays choice={choice} today={today} set={set} />
        </WideField>
      </FormSection>
      <div className={styles['actions']}>
        <p id={why} className={styles['why']} role="status">
          {obstacle}
        </p>
        <Button
          type="primary"
          disabled={obstacle !== undefined}
          loading={isAsking}
          {...(obstacle !== undefined && { 'aria-describedby': why })}
          onClick={() => void start()}
        >
          ZIPファイルを作る
        </Button>
      </div>
    </>
  )
}

/** The ZIP of many people's reports: what it is asked for, and the files that are made of it. */
export const ZipMode = () => {
  const { choice, failure, set } = useZipChoice()
  const today = dateOf(useNow(60_000))
  return (
    <>
      <Panel>
        {choice === undefined ? (
          <div className={styles['waiting']}>{failure === undefined ? <LoadingOverlay /> : <ListFailure {...failure} />}</div>
        ) : (
          <ZipForm choice={choice} today={today} set={set} />
        )}
      </Panel>
      <ZipFiles />
    </>
  )
}
