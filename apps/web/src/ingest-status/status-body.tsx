import PlusOutlined from '@ant-design/icons/PlusOutlined'
import type { IngestStatus } from '@mimamori/contract/ingest-status'
import { Button } from 'antd'
import { useOpener } from '../kit/use-opener.ts'
import { NewKeyDialog } from '../organisation/access-keys/new-key-dialog.tsx'
import { ClocksPanel } from './clocks-panel.tsx'
import { RefusalsPanel } from './refusals-panel.tsx'
import { SendersPanel } from './senders-panel.tsx'
import styles from './status.module.css'
import { UnknownPanel } from './unknown-panel.tsx'
import { UnreadPanel } from './unread-panel.tsx'
import { refreshStatus } from './use-status.ts'

/** What comes in at a site and what becomes of it; where there is no key yet, the way to one. */
export const StatusBody = ({ status }: { readonly status: IngestStatus }) => {
  const dialog = useOpener()
  const hasKeys = status.keys.length > 0
  const newKey = (
    <Button
      {...(hasKeys ? ({ size: 'small' } as const) : ({ type: 'primary' } as const))}
      icon={<PlusOutlined aria-hidden="true" />}
      onClick={dialog.open}
    >
      受信キーを作る
    </Button>
  )
  return (
    <>
      <div className={styles['body']}>
        <SendersPanel status={status} newKey={newKey} />
        <div className={styles['columns']}>
          <div className={styles['column']}>
            <RefusalsPanel status={status} />
            <ClocksPanel status={status} />
          </div>
          <div className={styles['column']}>
            <UnknownPanel status={status} />
            <UnreadPanel status={status} />
          </div>
        </div>
      </div>
      {dialog.isOpen && (
        <NewKeyDialog
          officeId={status.officeId}
          onClose={() => {
            // Only then: the list would take the button away to which the focus goes back.
            dialog.close()
            void refreshStatus()
          }}
        />
      )}
    </>
  )
}
