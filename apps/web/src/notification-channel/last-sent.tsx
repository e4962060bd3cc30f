import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { deliveryStateNames, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { momentOf } from './channel-words.ts'
import styles from './sent-state.module.css'

/** When a channel was sent something last and what came of it; first of all that it fails again and again. */
export const LastSent = ({ channel, now }: { readonly channel: NotificationChannel; readonly now: number }) => {
  const { failing, last, isEnabled } = channel
  if (!isEnabled) return <>止めています</>
  if (failing !== null)
    return (
      <>
        <span className={styles['state']}>
          <CloseCircleOutlined className={styles['wrong']} aria-hidden="true" />
          <strong className={styles['failing']}>{failing.failures}回続けて失敗</strong>
        </span>
        <span className={styles['under']}>
          {momentOf(last?.at ?? failing.since, now)} {failing.reason}
        </span>
      </>
    )
  if (last === null) return <>まだありません</>
  const words = deliveryStateNames[last.state]
  return (
    <>
      {momentOf(last.at, now)}
      <span className={styles['under']}>{last.state === 'sent' ? words : [words, last.reason].filter(Boolean).join('　')}</span>
    </>
  )
}
