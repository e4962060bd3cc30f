import CopyOutlined from '@ant-design/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import RollbackOutlined from '@ant-design/icons/RollbackOutlined'
import { Button, Input } from 'antd'
import { memo, type KeyboardEvent } from 'react'
import type { Spot } from '../map-canvas/map-geometry.ts'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import styles from './placed-table.module.css'
import type { Change } from './placing.ts'
import { PositionFields } from './position-fields.tsx'
import type { SiteDevice } from './site-device.ts'
import { spotWords } from './spots.ts'

/** What can be done with a placed device; the same functions at every drawing, so that only what changed is redrawn. */
export type RowActions = {
  readonly select: (key: string) => void
  readonly press: (key: string, event: KeyboardEvent) => void
  readonly rename: (key: string, name: string) => void
  readonly type: (key: string, spot: Spot) => void
  readonly clone: (key: string) => void
  readonly takeOff: (key: string) => void
  readonly restore: (key: string) => void
}

type RowProps = {
  readonly device: SiteDevice
  readonly change: Change | undefined
  readonly isSelected: boolean
  readonly isMoving: boolean
  readonly isDisputed: boolean
  /** Why no other one of its kind can be put beside it. */
  readonly cloneHindrance: string | undefined
  readonly takeOffHindrance: string | undefined
  readonly placeListId: string
  readonly actions: RowActions
}

const longestName = 100

const savedWords = ({ spot, name, mapId }: SiteDevice) => {
  if (spot !== null) return `${spotWords(spot)}${name === '' ? '' : `・${name}`}`
  return mapId === null ? '未配置' : '別のマップに配置'
}

/** A device on the map: what it is, what its place is called, where it is, and what can be done with it. */
export const PlacedRow = memo((props: RowProps) => {
  const { device, change, isSelected, isMoving, isDisputed, cloneHindrance, takeOffHindrance, placeListId, actions } = props
  const { key, word, serial } = device
  const spot = change?.spot === undefined ? device.spot : change.spot
  const name = change?.name ?? device.name
  if (spot === null) return null
  return (
    <tr data-selected={isSelected} data-device={key}>
      <td className={styles['sign']}>
        <button
          type="button"
          aria-label={`${serial}を地図で選ぶ`}
          aria-pressed={isSelected}
          onClick={() => actions.select(key)}
          onKeyDown={(event) => actions.press(key, event)}
        >
          <DeviceMark word={word} size={32} decorative />
        </button>
      </td>
      <th scope="row" className={styles['what']}>
        <span className="id">{serial}</span>
        <span>{deviceShapes[word].name}</span>
        {!device.isShown && device.spot !== null && <span>マップに表示しない</span>}
      </th>
      <td onFocus={() => actions.select(key)}>
        <Input
          aria-label={`${serial}の場所の名前`}
          list={placeListId}
          autoComplete="off"
          maxLength={longestName}
          placeholder="場所の名前"
          value={name}
          onChange={({ target }) => actions.rename(key, target.value)}
        />
        {isSelected && !isMoving ? (
          <PositionFields serial={serial} spot={spot} onType={(typed) => actions.type(key, typed)} />
        ) : (
          <span className={styles['spot']}>
            {spotWords(spot)}
            {isMoving && <strong>移動中</strong>}
          </span>
        )}
        {change !== undefined && !isMoving && (
          <span className={styles['before']}>
            <span>
              {isDisputed ? <strong>ほかの人の変更：</strong> : '保存済み：'}
              {savedWords(device)}
            </span>
            <Button
              type="link"
              size="small"
              icon={<RollbackOutlined aria-hidden="true" />}
              aria-label={`${serial}を${isDisputed ? 'ほかの人の変更にする' : '元に戻す'}`}
              onClick={() => actions.restore(key)}
            >
              {isDisputed ? 'その変更にする' : '元に戻す'}
            </Button>
          </span>
        )}
      </td>
      <td className={styles['acts']}>
        <Button
          type="text"
          size="small"
          disabled={cloneHindrance !== undefined}
          icon={<CopyOutlined aria-hidden="true" />}
          aria-label={`${serial}を複製`}
          title={cloneHindrance ?? '複製：同じ種類の機器を横に置く'}
          onClick={() => actions.clone(key)}
        />
        <Button
          type="text"
          size="small"
          disabled={takeOffHindrance !== undefined}
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={`${serial}をマップから外す`}
          title={takeOffHindrance ?? 'マップから外す'}
          onClick={() => actions.takeOff(key)}
        />
      </td>
    </tr>
  )
})
PlacedRow.displayName = 'PlacedRow'
