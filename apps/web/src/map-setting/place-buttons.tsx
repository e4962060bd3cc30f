import { screens } from '@mimamori/contract/screens'
import { createLink } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useOpener } from '../kit/use-opener.ts'
import { hasDrawing, liesOnWorld, newPicture, type RowDraft } from './map-rows.ts'
import type { MapGeometryDraft, MapPlace } from './map-place.ts'
import styles from './place-buttons.module.css'
import { partId } from './row-faults.ts'

// They bring the drawing room of maps along, which nobody needs who only names and sorts.
const PositionDialog = lazy(async () => ({ default: (await import('./positioning/position-dialog.tsx')).PositionDialog }))
const CoordinatesDialog = lazy(async () => ({ default: (await import('./positioning/coordinates-dialog.tsx')).CoordinatesDialog }))

type PlaceButtonsProps = {
  readonly row: RowDraft
  /** What the row is called to a reader of the page: 3行目. */
  readonly place: string
  readonly isFaulty: boolean
  readonly onPlace: (place: Partial<MapPlace>) => void
}

const RowLink = createLink((props: ButtonProps) => <Button size="small" {...props} />)

/** Leads to the devices of the map, once the server knows it as it is typed. */
const DevicesButton = ({ row: { id, type, savedType }, place }: Pick<PlaceButtonsProps, 'row' | 'place'>) => {
  const words = { className: styles['button'] ?? '', 'aria-label': `${place}に機器を置く`, children: '機器を置く' }
  return id === null || savedType !== type ? (
    <Button size="small" disabled title="保存すると、機器を置けます。" {...words} />
  ) : (
    <RowLink to={screens.mapDevices.path} params={{ id: String(id) }} {...words} />
  )
}

/** The drawing that the map shows, with where this browser finds it; undefined where it has none. */
const pictureOf = (row: RowDraft, chosenUrl: string | undefined): MapGeometryDraft['picture'] => {
  const chosen = newPicture(row)
  if (chosen !== null && chosenUrl !== undefined) return { url: chosenUrl, width: chosen.width, height: chosen.height }
  const { picture } = row
  if (!hasDrawing(row) || picture?.width == null || picture.height === null) return null
  return { url: picture.key, width: picture.width, height: picture.height }
}

/** Opens the world map to say where this one lies on it. */
const PositionButton = ({ row, place, isFaulty, onPlace }: PlaceButtonsProps) => {
  const { isOpen, open, close } = useOpener()
  const [chosenUrl, setChosenUrl] = useState<string>()
  const lacksPicture = hasDrawing(row) && row.picture === null && newPicture(row) === null
  return (
    <>
      <Button
        id={partId(row.key, 'place')}
        size="small"
        className={styles['button'] ?? ''}
        danger={isFaulty}
        disabled={lacksPicture}
        title={lacksPicture ? '先に図面を選んでください。' : undefined}
        aria-label={`${place}の地図の位置`}
        onClick={(event) => {
          const chosen = newPicture(row)
          if (chosen !== null) setChosenUrl(URL.createObjectURL(chosen.file))
          open(event)
        }}
      >
        地図の位置
      </Button>
      {isOpen && (
        <Suspense>
          <PositionDialog
            geometry={{ ...row.place, type: row.type, picture: pictureOf(row, chosenUrl) }}
            onTake={onPlace}
            onClose={() => {
              if (chosenUrl !== undefined) URL.revokeObjectURL(chosenUrl)
              setChosenUrl(undefined)
              close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Asks for the coordinates of a drawing whose heat comes from the weather of the place. */
const CoordinatesButton = ({ row, place, onPlace }: PlaceButtonsProps) => {
  const { isOpen, open, close } = useOpener()
  return (
    <>
      <Button size="small" className={styles['button'] ?? ''} aria-label={`${place}の緯度と経度`} onClick={open}>
        緯度・経度
      </Button>
      {isOpen && (
        <Suspense>
          <CoordinatesDialog
            latitude={row.place.latitude}
            longitude={row.place.longitude}
            zoom={row.place.zoom}
            onTake={({ zoom, ...middle }) => onPlace({ ...middle, zoom: zoom ?? row.place.zoom })}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** 設定: what leads to the devices on the map, and to where it lies on the world. */
export const PlaceButtons = (props: PlaceButtonsProps) => (
  <div className={styles['buttons']}>
    {/* Every type of map takes devices: a GPS map takes barometers. */}
    <DevicesButton {...props} />
    {liesOnWorld(props.row) ? <PositionButton {...props} /> : props.row.sismilType === 2 && <CoordinatesButton {...props} />}
  </div>
)
