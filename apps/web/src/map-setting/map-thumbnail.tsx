import PictureOutlined from '@ant-design/icons/PictureOutlined'
import styles from './map-thumbnail.module.css'
import { DrawnPicture } from './drawn-picture.tsx'
import { hasDrawing, type RowDraft } from './map-rows.ts'
import type { MapPlace } from './map-place.ts'
import { useStoredPicture } from './use-picture.ts'

// Twice what is shown, for sharp screens.
const storedWidth = 168

const degreesOf = (corner: string | null): readonly [latitude: number, longitude: number] | undefined => {
  const [latitude, longitude] = (corner ?? '').split(',').map(Number)
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
}

/** By how many degrees the drawing's upper edge is turned from the east, clockwise. */
const turnOf = ({ angleCoordinate1, angleCoordinate2 }: MapPlace): number => {
  const [left, right] = [degreesOf(angleCoordinate1), degreesOf(angleCoordinate2)]
  if (left === undefined || right === undefined) return 0
  const east = (right[1] - left[1]) * Math.cos((left[0] * Math.PI) / 180)
  return (Math.atan2(left[0] - right[0], east) * 180) / Math.PI
}

/** Streets, as a sign for the world map. */
const Streets = () => (
  <svg className={styles['streets']} viewBox="0 0 84 52" aria-hidden="true">
    <path d="M-4 20 L88 2 M-4 50 L88 32 M18 -4 L30 56 M58 -4 L70 56" />
  </svg>
)

/**
 * The drawing of a map as it is stored, in small, or a sign for what there is instead. Has no accessible name: the words are
 * beside it.
 */
export const MapThumbnail = ({ row }: { readonly row: RowDraft }) => {
  const isDrawn = hasDrawing(row) && row.picture !== null
  const { data: picture, isError } = useStoredPicture(isDrawn ? row.picture?.key : undefined, storedWidth)
  if (row.type === 2)
    return (
      <span className={styles['frame']}>
        <Streets />
        <span className={styles['site']} />
      </span>
    )
  if (isError)
    return (
      <span className={styles['frame']} data-empty>
        <span className={styles['gone']}>図面を読み込めません</span>
      </span>
    )
  if (!isDrawn)
    return (
      <span className={styles['frame']} data-empty>
        <PictureOutlined aria-hidden="true" />
      </span>
    )
  return (
    <span className={styles['frame']} data-overlay={row.type === 3}>
      {row.type === 3 && <Streets />}
      {picture !== undefined && (
        <DrawnPicture
          picture={picture}
          most={storedWidth}
          className={styles['picture']}
          style={row.type === 3 ? { transform: `rotate(${turnOf(row.place).toFixed(1)}deg) scale(0.72)` } : undefined}
        />
      )}
    </span>
  )
}
