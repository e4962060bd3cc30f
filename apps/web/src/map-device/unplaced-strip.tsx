import HolderOutlined from '@ant-design/icons/HolderOutlined'
import { Input } from 'antd'
import { useState } from 'react'
import type { Spot } from '../map-canvas/map-geometry.ts'
import type { Stage } from '../map-canvas/stage.ts'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import type { DeviceNow } from './placing.ts'
import { isFound } from './local-page.ts'
import { LocalPages } from '../kit/local-pages.tsx'
import styles from './unplaced-strip.module.css'
import { useDropOnMap } from './use-drop-on-map.ts'

type Props = {
  readonly devices: readonly DeviceNow[]
  /** Whether the office has devices at all. */
  readonly hasAny: boolean
  /** Where a press puts a device, in words. */
  readonly middle: string
  readonly whyNot: (device: DeviceNow) => string | undefined
  readonly stage: Stage | null
  /** Without a spot it goes to the middle. */
  readonly onPlace: (key: string, spot: Spot | undefined) => void
}

const pageSize = 10

type CardProps = Pick<Props, 'stage' | 'onPlace'> & { readonly device: DeviceNow; readonly hindrance: string | undefined }

const Card = ({ device: { key, word, serial, name, installation }, hindrance, stage, onPlace }: CardProps) => {
  const { offset, handlers } = useDropOnMap(stage, (spot) => onPlace(key, spot))
  return (
    <li>
      <button
        type="button"
        className={styles['card']}
        disabled={hindrance !== undefined}
        title={hindrance}
        data-dragged={offset !== undefined}
        style={offset && { translate: `${offset[0]}px ${offset[1]}px` }}
        {...handlers}
      >
        <HolderOutlined className={styles['grip']} data-grip aria-hidden="true" />
        <DeviceMark word={word} size={32} decorative />
        <span className={styles['words']}>
          <span className="id">{serial}</span>
          <span>
            {deviceShapes[word].name}・{name === '' ? installation : name}
          </span>
        </span>
      </button>
    </li>
  )
}

/** The devices of the office on no map: drag one onto the map, or press it to place it in the middle. */
export const UnplacedStrip = ({ devices, hasAny, middle, whyNot, stage, onPlace }: Props) => {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const takes = (device: DeviceNow) => whyNot(device) === undefined
  // What this map takes comes first.
  const found = devices.filter((device) => isFound(device, typed)).toSorted((a, b) => Number(takes(b)) - Number(takes(a)))
  const here = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)))
  return (
    <section className={styles['strip']} aria-label="未配置の機器">
      <header className={styles['head']}>
        <h2>未配置の機器</h2>
        <span>{devices.length}台</span>
        {devices.length > 0 && <span>マップへドラッグするか、押すと中央（{middle}）に置きます</span>}
        {devices.length > pageSize && (
          <Input
            className={styles['search'] ?? ''}
            allowClear
            aria-label="未配置の機器を番号と場所で探す"
            placeholder="番号・場所で探す"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setPage(1)
            }}
          />
        )}
      </header>
      {devices.length === 0 && (
        <p className={styles['none']}>
          {hasAny
            ? 'この拠点の機器は、すべてマップに置かれています。'
            : 'この拠点には、マップに置く機器がまだありません。暑さ指数計、親機・子機、気圧基準器の画面で登録すると、ここに出ます。'}
        </p>
      )}
      {devices.length > 0 && found.length === 0 && <p className={styles['none']}>該当する機器はありません。</p>}
      <ul className={styles['cards']}>
        {found.slice((here - 1) * pageSize, here * pageSize).map((device) => (
          <Card key={device.key} device={device} hindrance={whyNot(device)} stage={stage} onPlace={onPlace} />
        ))}
      </ul>
      <LocalPages className={styles['pages']} page={here} pageSize={pageSize} total={found.length} onChange={setPage} />
    </section>
  )
}
