import type { AlertRecord } from '@mimamori/contract/alert-record'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import HeartOutlined from '@ant-design/icons/HeartOutlined'
import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { recordHints } from '@mimamori/contract/alert-record-facts'
import { stepsOf } from '@mimamori/contract/alert-record-steps'
import { nextVerb } from '../../emergency/handling-words.ts'
import { openResponse } from '../../emergency/response-store.ts'
import { NoAnswerYet } from '../../kit/no-answer-yet.tsx'
import { DownloadButton } from '../../kit/download-button.tsx'
import { PageTitle } from '../../kit/page-title.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StaleBanner } from '../../kit/stale-banner.tsx'
import { useLiveQuery } from '../../kit/use-live-query.ts'
import { detailSearch } from '../../marks/worker-link.tsx'
import { queryOf } from '../../platform/query.ts'
import { useScreenBehind } from '../../platform/screen-behind.ts'
import { useViewer } from '../../platform/viewer.ts'
import { NoteForm } from './note-form.tsx'
import { RecordChart } from './record-chart.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordOutcome } from './record-outcome.tsx'
import styles from './record-screen.module.css'
import { RecordSource } from './record-source.tsx'
import { ReportsOf } from '../../emergency/reports-of.tsx'
import { RecordSteps } from './record-steps.tsx'
import { RecordNotices } from './record-notices.tsx'

const useRecord = (id: number) =>
  useLiveQuery({
    query: queryOf(endpoints.alertRecord.read, { params: { id } }),
    patches: { alert: (data, episodes) => ({ data, refetch: episodes.some((episode) => episode.id === id) }) },
  })

const Actions = ({ record: { episode }, fromDetail }: { readonly record: AlertRecord; readonly fromDetail: boolean }) => {
  const navigate = useNavigate()
  const { userId } = episode
  const isAnswerable = episode.handling !== 'closed' && episode.withdrawn === '0' && episode.baseName !== null
  return (
    <>
      {userId !== null && !fromDetail && (
        <Button
          icon={<HeartOutlined aria-hidden />}
          onClick={() => void navigate({ to: screens.conditionDetail.path, search: detailSearch({ ...episode, userId }) })}
        >
          {screens.conditionDetail.title}
        </Button>
      )}
      {/* Beside what waits for an answer nothing is offered louder than that. */}
      {isAnswerable && (
        <Button type="primary" onClick={() => openResponse(episode)}>
          {nextVerb[episode.handling]}
        </Button>
      )}
      <DownloadButton
        endpoint={endpoints.alertRecord.download}
        input={{ params: { id: episode.id } }}
        fileName={`アラートの記録_${episode.id}.pdf`}
        label="PDF"
      />
      <Button type={isAnswerable ? 'default' : 'primary'} icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        印刷する
      </Button>
    </>
  )
}

const Body = ({ record }: { readonly record: AlertRecord }) => {
  const steps = useMemo(() => stepsOf(record), [record])
  return (
    <div className={styles['record']}>
      {recordHints(record).map((words) => (
        <p key={words} className={styles['hint']}>
          {words}
        </p>
      ))}
      <RecordHead record={record} />
      <RecordChart record={record} steps={steps} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <RecordSteps steps={steps} />
          <ReportsOf episode={record.episode} />
          {record.episode.baseName !== null && <NoteForm key={record.episode.id} alertId={record.episode.id} />}
        </div>
        <div className={styles['column']}>
          <RecordNotices told={record.told} />
          <RecordSource record={record} />
          <RecordOutcome record={record} />
        </div>
      </div>
    </div>
  )
}

/** /alert/record/{id}: everything that is on record of one alert, to be read and to be printed. */
export const AlertRecordScreen = () => {
  const { id = '' } = useParams({ strict: false })
  const { roleKey } = useViewer()
  const result = useRecord(Number(id))
  const behind = useScreenBehind()
  const isUnitAdmin = roleKey === 'AdminUnitService' || roleKey === 'AdminUnitContract'
  const record = result.data
  return (
    <>
      <PageTitle back={behind ?? (isUnitAdmin ? screens.alertList : screens.home)} count={`No. ${id}`}>
        {record !== undefined && <Actions record={record} fromDetail={behind?.path === screens.conditionDetail.path} />}
      </PageTitle>
      {result.error !== null && record !== undefined && (
        <Panel>
          <StaleBanner result={result} />
        </Panel>
      )}
      {record !== undefined ? (
        <Body record={record} />
      ) : (
        <Panel>
          <NoAnswerYet result={result} height={200} />
        </Panel>
      )}
    </>
  )
}
