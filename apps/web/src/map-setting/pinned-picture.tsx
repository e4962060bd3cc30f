import { BlobImage } from './blob-image.tsx'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes } from '../marks/device-shapes.ts'
import type { PlacedDevice } from './placed-devices.ts'
import styles from './pinned-picture.module.css'

type PinnedPictureProps = {
  readonly title: string
  /** Undefined while it is on its way. */
  readonly content: Blob | undefined
  readonly isGone: boolean
  readonly size: { readonly width: number | null; readonly height: number | null }
  /** Hears the proportions of what is shown. */
  readonly onSize?: (size: { readonly width: number; readonly height: number }) => void
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

/** A drawing as large as there is room, with what stands on it. */
export const PinnedPicture = ({ title, content, isGone, size, devices, onSize }: PinnedPictureProps) => (
  <figure className={styles['figure']}>
    <figcaption className={styles['title']}>
      {title}
      {size.width !== null && size.height !== null && (
        <span className={styles['size']}>
          {size.width}×{size.height} px
        </span>
      )}
    </figcaption>
    {isGone ? (
      <p className={styles['gone']}>図面が見つかりません。</p>
    ) : (
      <div className={styles['paper']} aria-busy={content === undefined}>
        {content !== undefined && <BlobImage blob={content} alt={title} className={styles['picture']} onSize={onSize} />}
        {content !== undefined && (
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
