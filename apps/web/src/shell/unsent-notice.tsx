import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined'
import { Button } from 'antd'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import { ownActions, useOwnActions } from '../platform/action-queue/own-actions.ts'
import { clockOf } from '../platform/japan-time.ts'
import styles from './unsent-notice.module.css'

const Refused = ({ action: { id, title, at, refusal } }: { readonly action: StoredAction }) => (
  <li>
    <div>
      <strong>
        {title}（{clockOf(at)}）
      </strong>
      <p>{refusal}</p>
    </div>
    <Button onClick={() => void ownActions.remove(id)}>確認した</Button>
  </li>
)

/** What was done in this browser and has not reached the server, and what the server refused since, with what to do. */
export const UnsentList = ({ waiting, refused }: ReturnType<typeof useOwnActions>) => {
  if (waiting.length + refused.length === 0) return null
  return (
    <div role="status" className={styles['notice']}>
      {waiting.length > 0 && (
        <details>
          <summary>
            <CloudUploadOutlined aria-hidden="true" />
            <strong>未送信 {waiting.length}件</strong>
            <span>つながると自動で送ります</span>
          </summary>
          <ol>
            {waiting.map(({ id, title, at }) => (
              <li key={id}>
                {clockOf(at)}　{title}
              </li>
            ))}
          </ol>
        </details>
      )}
      {refused.length > 0 && (
        <>
          <p className={styles['title']}>
            記録できなかった操作が{refused.length}件あります。いまの状態を確かめて、必要ならもう一度行ってください。
          </p>
          <ul>
            {refused.map((action) => (
              <Refused key={action.id} action={action} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** The same of the account that is signed in. */
export const UnsentNotice = () => <UnsentList {...useOwnActions()} />
