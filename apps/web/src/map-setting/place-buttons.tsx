import { Button } from 'antd'
import { hasDrawing, liesOnWorld, type RowDraft } from './map-rows.ts'
import type { MapPlace } from './map-place.ts'
import styles from './place-buttons.module.css'
import { partId } from './row-faults.ts'

type PlaceButtonsProps = {
  readonly row: RowDraft
  /** What the row is called to a reader of the page: 3行目. */
  readonly place: string
  readonly isFaulty: boolean
  readonly onPlace: (place: Partial<MapPlace>) => void
}

/** Why devices cannot be placed on a map yet; undefined where they can. */
const hindrance = ({ id, savedType, type }: RowDraft): string | undefined =>
  id === null || savedType !== type ? '保存すると、機器を置けます。' : undefined

/** 設定: what leads to the devices on the map, and to where it lies on the world. */
export const PlaceButtons = ({ row, place, isFaulty }: PlaceButtonsProps) => (
  <div className={styles['buttons']}>
    {hasDrawing(row) && (
      <Button size="small" className={styles['button'] ?? ''} disabled title={hindrance(row)} aria-label={`${place}に機器を置く`}>
        機器を置く
      </Button>
    )}
    {liesOnWorld(row) && (
      <Button
        id={partId(row.key, 'place')}
        size="small"
        className={styles['button'] ?? ''}
        danger={isFaulty}
        aria-label={`${place}の地図の位置`}
      >
        地図の位置
      </Button>
    )}
  </div>
)
