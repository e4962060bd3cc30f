import HddOutlined from '@ant-design/icons-svg/es/asn/HddOutlined'
import type { DatabaseState } from '@mimamori/contract'
import { message } from '@mimamori/contract/messages'
import { SvgIcon } from '../kit/svg-icon.tsx'
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
      <SvgIcon icon={HddOutlined} className={isBelow ? styles['icon'] : styles['quietIcon']} />
      <div className={styles['text']}>
        <p className={styles['title']}>{message(isBelow ? 'diskBelowFloorTitle' : 'diskNearFloorTitle', { disk: diskNames[use] })}</p>
        <p>{message(isBelow ? 'diskBelowFloor' : 'diskNearFloor', values)}</p>
      </div>
    </div>
  )
}
