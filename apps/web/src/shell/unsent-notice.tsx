import CloudUploadOutlined from '@ant-design/icons-svg/es/asn/CloudUploadOutlined'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import { ownActions, useOwnActions } from '../platform/action-queue/own-actions.ts'
import { clockOf } from '../platform/japan-time.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './unsent-notice.module.css'
import { TranslatedText } from '../kit/translated-text.tsx'
import { Phrase } from '../kit/phrase.tsx'

const Refused = ({ action: { id, title, at, refusal } }: { readonly action: StoredAction }) => {
  return (
    <li>
      <div>
        <strong>
          <Phrase text={title} />（{clockOf(at)}）
        </strong>
        <p>
          <Phrase text={refusal ?? ''} />
        </p>
      </div>
      <PlainButton className={styles['seen']} onClick={() => void ownActions.remove(id)}>
        <Phrase text="確認した" />
      </PlainButton>
    </li>
  )
}

/** What was done in this browser and has not reached the server, and what the server refused since, with what to do. */
export const UnsentList = ({ waiting, refused }: ReturnType<typeof useOwnActions>) => {
  if (waiting.length + refused.length === 0) return null
  return (
    <div role="status" className={styles['notice']}>
      {waiting.length > 0 && (
        <details>
          <summary>
            <SvgIcon icon={CloudUploadOutlined} />
            <strong>
              <TranslatedText name="common.unsent" values={{ count: waiting.length }} />
            </strong>
            <span>
              <TranslatedText name="common.unsentHint" />
            </span>
          </summary>
          <ol>
            {waiting.map(({ id, title, at }) => (
              <li key={id}>
                {clockOf(at)}　<Phrase text={title} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {refused.length > 0 && (
        <>
          <p className={styles['title']}>
            <TranslatedText name="common.refused" values={{ count: refused.length }} />
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
