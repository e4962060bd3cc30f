import { useLiveState } from '../platform/live.ts'
import styles from './stream-notice.module.css'

/** Says that news of the event stream is missing, while the list's own refresh continues. */
export const StreamNotice = () =>
  useLiveState() === 'down' && (
    <p role="status" className={styles['notice']}>
      すぐに届くはずの更新が途切れています。60秒ごとの更新は続いています。
    </p>
  )
