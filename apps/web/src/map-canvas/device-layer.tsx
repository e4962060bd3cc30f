import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { deviceShapes, type DeviceWord } from '../marks/device-shapes.ts'
import { deviceSprite, sizes } from './mark-drawings.ts'
import type { Mark } from './mark.ts'
import { coordinateOf, type Spot } from './map-geometry.ts'
import { MapPopup } from './map-popup.tsx'
import { useDrag } from './use-drag.ts'
import { useSame } from './use-same.ts'
import { useGeometry, useStage } from './use-stage.ts'

export type CanvasDevice = {
  /** 'gateway/GW-01' */
  readonly key: string
  readonly word: DeviceWord
  readonly name: string
  readonly spot: Spot
  /** What it measures, shown instead of its name; null shows the name. */
  readonly value?: string | null
  /** Shown while it is selected; null shows nothing. */
  readonly description: ReactNode
}

type Props = {
  readonly devices: readonly CanvasDevice[]
  readonly selected: string | null
  readonly labels: boolean
  readonly onPick: (key: string) => void
  readonly movable?: boolean
  /** Hears each step of a drag. */
  readonly onMove?: (key: string, spot: Spot) => void
  /** Hears where a drag ended. */
  readonly onMoveEnd?: (key: string, spot: Spot) => void
}

const nothing = () => undefined

/** What was asked to be seen has its place before the names of all but those in an emergency. */
const rankOfValue = 5.5

const plateOf = ({ name, value = null }: CanvasDevice, labels: boolean): Mark['plate'] => {
  const common = { isFilled: false, missing: null }
  if (value !== null) return { ...common, text: value, font: 'name', rank: rankOfValue }
  return labels ? { ...common, text: name, font: 'id' } : null
}

/** The pins of devices. They can be dragged where they are movable. */
export const DeviceLayer = ({ devices, selected, labels, onPick, movable = false, onMove = nothing, onMoveEnd = nothing }: Props) => {
  const stage = useStage()
  const geometry = useGeometry()
  const heard = useRef({ onPick, onMove, onMoveEnd })
  useEffect(() => {
    heard.current = { onPick, onMove, onMoveEnd }
  })

  const shown = useSame(devices)
  const marks = useMemo(
    () =>
      shown.flatMap((device): Mark[] => {
        const at = coordinateOf(geometry, device.spot)
        if (at === null) return []
        const isSelected = device.key === selected
        return [
          {
            key: device.key,
            at,
            width: sizes.device,
            height: sizes.device,
            rank: isSelected ? 0.5 : 0,
            givesWay: false,
            plate: plateOf(device, labels),
            name: `${deviceShapes[device.word].name}　${device.name}${device.value == null ? '' : `　${device.value}`}`,
            isSelected,
            draw: (sprites) => deviceSprite(sprites, device.word, isSelected),
          },
        ]
      }),
    [geometry, shown, selected, labels],
  )
  useEffect(() => {
    stage.board.put({ layer: 'device', marksAt: () => marks, onPick: (key) => heard.current.onPick(key) })
  }, [stage, marks])
  useEffect(() => () => stage.board.remove('device'), [stage])
  useDrag(stage, movable ? 'device' : null, heard)

  const chosen = devices.find(({ key }) => key === selected)
  return (
    chosen !== undefined &&
    chosen.description !== null && (
      <MapPopup mark={chosen.key} label={chosen.name}>
        {chosen.description}
      </MapPopup>
    )
  )
}
