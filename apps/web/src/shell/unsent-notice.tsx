import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import { ownActions, useOwnActions } from '../platform/action-queue/own-actions.ts'
import { clockOf } from '../platform/japan-time.ts'
import { usePhrase } from '../platform/phrases.ts'
import styles from './unsent-notice.module.css'

const Refused = ({ action: { id, title, at, refusal } }: { readonly action: StoredAction }) => {
  const phrase = usePhrase()
  return (
    <li>
      <div>
        <strong>
          {phrase(title)}（{clockOf(at)}）
        </strong>
        <p>{phrase(refusal ?? '')}</p>
      </div>
      <Button className={styles['seen'] ?? ''} onClick={() => void ownActions.remove(id)}>
        {phrase('確認した')}
      </Button>
    </li>
  )
}

/** What was done in this browser and has not reached the server, and what the server refused since, with what to do. */
export const UnsentList = ({ waiting, refused }: ReturnType<typeof useOwnActions>) => {
  const phrase = usePhrase()
  const { t } = useTranslation('texts')
  if (waiting.length + refused.length === 0) return null
  return (
    <div role="status" className={styles['notice']}>
      {waiting.length > 0 && (
        <details>
          <summary>
            <CloudUploadOutlined aria-hidden="true" />
            <strong>{t('common.unsent', { count: waiting.length })}</strong>
            <span>{t('common.unsentHint')}</span>
          </summary>
          <ol>
            {waiting.map(({ id, title, at }) => (
              <li key={id}>
                {clockOf(at)}　{phrase(title)}
              </li>
            ))}
          </ol>
        </details>
      )}
      {refused.length > 0 && (
        <>
          <p className={styles['title']}>{t('common.refused', { count: refused.length })}</p>
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
