import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined'
import type { DatabaseState } from '@mimamori/contract'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { ScreenLink } from '../kit/screen-link.tsx'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './database-notices.module.css'

/** That alarms reach nobody, or that mails, which would say what is ill, do not leave. */
export const AlarmNotice = ({ needsHand }: Pick<DatabaseState, 'needsHand'>) => {
  const isHeldUp = needsHand.includes('alarms')
  if (!isHeldUp && !needsHand.includes('mail')) return null
  return (
    <div role={isHeldUp ? 'alert' : 'status'} className={styles['away']}>
      <SvgIcon icon={BellOutlined} className={styles['icon']} />
      <div className={styles['text']}>
        <p className={styles['title']}>{message(isHeldUp ? 'alarmsHeldUpTitle' : 'mailNotSentTitle')}</p>
        <p>{message(isHeldUp ? 'alarmsHeldUpNotice' : 'mailNotSent')}</p>
        <ScreenLink className={styles['way']} to={screens.operation.path}>
          {screens.operation.title}
        </ScreenLink>
      </div>
    </div>
  )
}
