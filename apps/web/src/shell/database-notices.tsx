import CloudOutlined from '@ant-design/icons/CloudOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { admins } from '@mimamori/contract/role'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { clockOf } from '../platform/japan-time.ts'
import { useLive, useLiveState } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { AlarmNotice } from './alarm-notice.tsx'
import styles from './database-notices.module.css'
import { DiskNotice } from './disk-notice.tsx'
import { Phrase } from '../kit/phrase.tsx'

const state = queryOf(endpoints.databaseState.read, {})
const readAgainMs = 60_000
// Of this browser: somebody who has read of a move reads of the next one only.
const readKey = 'databaseMoveRead'

/** While the server cannot read its database nothing on the screen changes, and no alert comes: that must not look like calm. */
const Away = () => {
  const [since] = useState(() => clockOf(Date.now()))
  return (
    <div role="alert" className={styles['away']}>
      <CloudOutlined className={styles['icon']} aria-hidden="true" />
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

/** What happened to the database, and what is missing, for people responsible for sites or the service. */
const Stood = () => {
  const { data, refetch } = useQuery({ ...state, refetchInterval: readAgainMs })
  useLive(true, { reopened: () => void refetch() })
  const [read, setRead] = useState(() => localStorage.getItem(readKey))
  const moved = data?.moved ?? null
  const close = (at: string) => {
    localStorage.setItem(readKey, at)
    setRead(at)
  }
  return (
    <>
      {moved !== null && moved.at !== read && (
        <div role="status" className={styles['notice']}>
          <p>{message('databaseMoved', { at: clockOf(moved.at), since: clockOf(moved.awaySince) })}</p>
          <Button size="small" onClick={() => close(moved.at)}>
            確認しました
          </Button>
        </div>
      )}
      {data !== undefined && <AlarmNotice needsHand={data.needsHand} />}
      {data?.disks.map((disk) => (
        <DiskNotice key={disk.use} {...disk} />
      ))}
      {data?.hasStandby === false && (
        <div role="status" className={styles['notice']}>
          <p>{message('noStandby')}</p>
        </div>
      )}
    </>
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
      {admins.some((role) => role === roleKey) && <Stood />}
    </>
  )
}
