import type { LoadedPicture } from '../map-canvas/picture.ts'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import { DrawnPicture } from './drawn-picture.tsx'
import type { PlacedDevice } from './placed-devices.ts'
import styles from './pinned-picture.module.css'

type PinnedPictureProps = {
  readonly title: string
  readonly result: { readonly data: LoadedPicture | undefined; readonly isError: boolean }
  /** The drawing's own pixels; null where nobody has measured them. */
  readonly size: { readonly width: number | null; readonly height: number | null }
  readonly devices: readonly PlacedDevice[]
}

const Pin = ({ kind, serial, spot }: PlacedDevice) =>
  spot !== null && (
    <li className={styles['pin']} style={{ insetInlineStart: `${spot.x}%`, insetBlockStart: `${spot.y}%` }}>
      <DeviceMark word={kind} decorative />
      <span className="visually-hidden">
        {deviceShapes[kind].name} {serial} 横 {spot.x}%・縦 {spot.y}%
      </span>
    </li>
  )

/** A drawing as large as there is room, with what is on it. */
export const PinnedPicture = ({ title, result: { data: picture, isError }, size, devices }: PinnedPictureProps) => (
  <figure className={styles['figure']}>
    <figcaption className={styles['title']}>
      {title}
      {size.width !== null && size.height !== null && (
        <span className={styles['size']}>
          {size.width}×{size.height} px
        </span>
      )}
    </figcaption>
    {isError ? (
      <p className={styles['gone']}>図面を読み込めません。</p>
    ) : (
      <div className={styles['paper']} aria-busy={picture === undefined}>
        {picture !== undefined && <DrawnPicture picture={picture} label={title} className={styles['picture']} />}
        {picture !== undefined && (
          <ul className={styles['pins']} aria-label={`${title}の機器`}>
            {devices.map((device) => (
              <Pin key={`${device.kind} ${device.serial}`} {...device} />
            ))}
          </ul>
        )}
      </div>
    )}
  </figure>
)
