import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import type { ChannelTestResult } from '@mimamori/contract/notification-channel'
import { tookInWords } from './channel-words.ts'
import styles from './test-outcome.module.css'

/** What became of a trial. */
export const TestOutcome = ({ outcome, isPending }: { readonly outcome: ChannelTestResult | undefined; readonly isPending: boolean }) => (
  <div role="status">
    {isPending && <p className={styles['line']}>相手の答えを待っています…</p>}
    {outcome?.state === 'sent' && (
      <p className={styles['line']}>
        <CheckCircleOutlined aria-hidden="true" />
        <span>
          試しの1件が届きました{outcome.durationMs !== null && `（${tookInWords(outcome.durationMs)}）`}。相手の画面でも確かめてください。
        </span>
      </p>
    )}
    {outcome !== undefined && outcome.state !== 'sent' && (
      <div className={styles['line']}>
        <CloseCircleOutlined className={styles['wrong']} aria-hidden="true" />
        <div>
          <p>
            <strong>試しの1件は届きませんでした。</strong>
            {outcome.reason}
          </p>
          {outcome.detail !== null && <p className={styles['detail']}>{outcome.detail}</p>}
        </div>
      </div>
    )}
  </div>
)
