import SendOutlined from '@ant-design/icons/SendOutlined'
import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { ingestStatus } from '@mimamori/contract/ingest-status'
import { useIsFetching } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { ConnectionFrame } from '../organisation/connections/connection-frame.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { StatusBody } from './status-body.tsx'
import styles from './status.module.css'
import { TrialDialog } from './trial/trial-dialog.tsx'
import { refreshStatus, useStatus } from './use-status.ts'

const RefreshButton = () => (
  <Button
    icon={<ReloadOutlined aria-hidden="true" />}
    loading={useIsFetching({ queryKey: [ingestStatus.read.path] }) > 0}
    onClick={() => void refreshStatus()}
  >
    表示更新
  </Button>
)

const StatusOf = ({ officeId, isAuto }: { readonly officeId: number; readonly isAuto: boolean }) => {
  const result = useStatus(officeId, isAuto)
  if (result.data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} height={420} />
      </Panel>
    )
  return (
    <>
      {result.error !== null && (
        <div className={styles['stale']}>
          <StaleBanner result={result} />
        </div>
      )}
      <StatusBody status={result.data} />
    </>
  )
}

/** /ingest-status: what a site's senders send, what becomes of it, and why something was refused. */
export const IngestStatusScreen = () => {
  const [isAuto, setAuto] = useState(true)
  const trial = useOpener()
  return (
    <ConnectionFrame
      screen="ingestStatus"
      wayOut="選んだ拠点の受信の状況を表示します。"
      renderActions={() => (
        <>
          <Checkbox checked={isAuto} onChange={(event) => setAuto(event.target.checked)}>
            自動更新（1秒）
          </Checkbox>
          {!isAuto && <RefreshButton />}
          <Button className={styles['trial'] ?? ''} icon={<SendOutlined aria-hidden="true" />} onClick={trial.open}>
            試しに1件送る
          </Button>
        </>
      )}
    >
      {({ officeId }) => (
        <>
          <StatusOf key={officeId} officeId={officeId} isAuto={isAuto} />
          {trial.isOpen && <TrialDialog officeId={officeId} onClose={trial.close} />}
        </>
      )}
    </ConnectionFrame>
  )
}
