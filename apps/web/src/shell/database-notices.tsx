import CloudOutlined from '@ant-design/icons-svg/es/asn/CloudOutlined'
import { message } from '@mimamori/contract/messages'
import { admins } from '@mimamori/contract/role'
import { useState } from 'react'
import { clockOf } from '../platform/japan-time.ts'
import { useLiveState } from '../platform/live.ts'
import { useViewer } from '../platform/viewer.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { DatabaseState } from './later-parts.ts'
import styles from './database-notices.module.css'
import { Phrase } from '../kit/phrase.tsx'

/** While the server cannot read its database nothing on the screen changes, and no alert comes: that must not look like calm. */
const Away = () => {
  const [since] = useState(() => clockOf(Date.now()))
  return (
    <div role="alert" className={styles['away']}>
      <SvgIcon icon={CloudOutlined} className={styles['icon']} />
      <div>
        <p className={styles['title']}>
          <Phrase text={message('databaseAwayTitle')} />
        </p>
        <p>
          <Phrase text={message('databaseAwaySince', { time: since })} />
        </p>
      </div>
    </div>
  )
}

/**
 * On top of every screen: that the database is away, that it continues on another host, that it has no standby, that a disk
 * runs full, that alarms reach nobody.
 */
export const DatabaseNotices = () => {
  const { roleKey } = useViewer()
  const isAway = useLiveState() === 'away'
  return (
    <>
      {isAway && <Away />}
      {admins.some((role) => role === roleKey) && <DatabaseState />}
    </>
  )
}
