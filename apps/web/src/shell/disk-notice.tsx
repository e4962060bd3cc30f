import HddOutlined from '@ant-design/icons/HddOutlined'
import type { DatabaseState } from '@mimamori/contract'
import { message } from '@mimamori/contract/messages'
import styles from './database-notices.module.css'

// Of the floor: time to make room before anything is refused.
const nearFloor = 2

const diskNames = { data: 'データベースのディスク', files: '画像と帳票のファイルのディスク' } as const

const inJapanese = (megabytes: number) => megabytes.toLocaleString('ja-JP')

/** That a disk of the server is running full, until there is room again. */
export const DiskNotice = ({ use, freeMegabytes, floorMegabytes }: DatabaseState['disks'][number]) => {
  if (freeMegabytes >= floorMegabytes * nearFloor) return null
  const isBelow = freeMegabytes < floorMegabytes
  const values = { free: inJapanese(freeMegabytes), floor: inJapanese(floorMegabytes) }
  return (
    <div role="status" className={isBelow ? styles['away'] : styles['notice']}>
      <HddOutlined className={isBelow ? styles['icon'] : styles['quietIcon']} aria-hidden="true" />
      <div className={styles['text']}>
        <p className={styles['title']}>{message(isBelow ? 'diskBelowFloorTitle' : 'diskNearFloorTitle', { disk: diskNames[use] })}</p>
        <p>{message(isBelow ? 'diskBelowFloor' : 'diskNearFloor', values)}</p>
      </div>
    </div>
  )
}
