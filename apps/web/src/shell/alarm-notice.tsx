import BellOutlined from '@ant-design/icons/BellOutlined'
import type { DatabaseState } from '@mimamori/contract'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import styles from './database-notices.module.css'

/** That alarms reach nobody, or that mails, which would say what is ill, do not leave. */
export const AlarmNotice = ({ needsHand }: Pick<DatabaseState, 'needsHand'>) => {
  const isHeldUp = needsHand.includes('alarms')
  if (!isHeldUp && !needsHand.includes('mail')) return null
  return (
    <div role={isHeldUp ? 'alert' : 'status'} className={styles['away']}>
      <BellOutlined className={styles['icon']} aria-hidden="true" />
      <div className={styles['text']}>
        <p className={styles['title']}>{message(isHeldUp ? 'alarmsHeldUpTitle' : 'mailNotSentTitle')}</p>
        <p>{message(isHeldUp ? 'alarmsHeldUpNotice' : 'mailNotSent')}</p>
        <Link className={styles['way']} to={screens.operation.path}>
          {screens.operation.title}
        </Link>
      </div>
    </div>
  )
}
