import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PlainButton } from '../kit/plain-button.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { useLive } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { AlarmNotice } from './alarm-notice.tsx'
import styles from './database-notices.module.css'
import { DiskNotice } from './disk-notice.tsx'

const state = queryOf(endpoints.databaseState.read, {})
const readAgainMs = 60_000
// Of this browser: somebody who has read of a move reads of the next one only.
const readKey = 'databaseMoveRead'

/** What happened to the database, and what is missing, for people responsible for sites or the service. */
export const DatabaseState = () => {
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
          <PlainButton small onClick={() => close(moved.at)}>
            確認しました
          </PlainButton>
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
