import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceGroups, keyOfGroup, markOf, markOfGroup, type CanvasDevice, type Pin } from './device-marks.ts'
import styles from './map-canvas.module.css'
import { coordinateOf, type Spot } from './map-geometry.ts'
import { MapPopup } from './map-popup.tsx'
import { useDrag } from './use-drag.ts'
import { useSame } from './use-same.ts'
import { useGeometry, useStage } from './use-stage.ts'

export type { CanvasDevice }

type Props = {
  readonly devices: readonly CanvasDevice[]
  readonly selected: string | null
  readonly labels: boolean
  readonly onPick: (key: string) => void
  readonly movable?: boolean
  /** Called at each step of a drag. */
  readonly onMove?: (key: string, spot: Spot) => void
  /** Called with the place where a drag ended. */
  readonly onMoveEnd?: (key: string, spot: Spot) => void
}

const nothing = () => undefined

/** The pins of devices; those too near each other for a pin each are one mark that opens a list. They can be dragged where they are movable. */
export const DeviceLayer = ({ devices, selected, labels, onPick, movable = false, onMove = nothing, onMoveEnd = nothing }: Props) => {
  const stage = useStage()
  const geometry = useGeometry()
  const heard = useRef({ onPick, onMove, onMoveEnd })
  useEffect(() => {
    heard.current = { onPick, onMove, onMoveEnd }
  })

  const shown = useSame(devices)
  const pins = useMemo(
    () =>
      shown.flatMap((device): Pin[] => {
        const at = coordinateOf(geometry, device.spot)
        if (at === null) return []
        const isSelected = device.key === selected
        return [{ device, mark: markOf(device, { at, isSelected, labels }) }]
      }),
    [geometry, shown, selected, labels],
  )
  const [opened, setOpened] = useState<string | null>(null)
  const [, follow] = useState(0)
  useEffect(() => {
    let pinGroups = new Map<string, readonly Pin[]>()
    stage.board.put({
      layer: 'device',
      marksAt: (scale) => {
        // To move pins, each of them must be seen.
        const groups = movable ? pins.map((pin) => [pin]) : deviceGroups(pins, scale)
        pinGroups = new Map(groups.flatMap((group) => (group.length > 1 ? [[keyOfGroup(group), group] as const] : [])))
        return groups.flatMap((group) => markOfGroup(group, opened) ?? [])
      },
      onPick: (key) => {
        if (pinGroups.has(key)) setOpened((before) => (before === key ? null : key))
        else heard.current.onPick(key)
      },
      onMiss: () => setOpened(null),
    })
  }, [stage, pins, movable, opened])
  useEffect(() => () => stage.board.remove('device'), [stage])
  useEffect(() => stage.onRest(() => follow((count) => count + 1)), [stage])
  useDrag(stage, movable ? 'device' : null, heard)

  const chosen = devices.find(({ key }) => key === selected)
  const group = opened === null || movable ? undefined : deviceGroups(pins, stage.scale()).find((one) => keyOfGroup(one) === opened)
  return (
    <>
      {chosen !== undefined && chosen.description !== null && (
        <MapPopup mark={chosen.key} label={chosen.name}>
          {chosen.description}
        </MapPopup>
      )}
      {opened !== null && group !== undefined && group.length > 1 && (
        <MapPopup mark={opened} label={`ここにある機器${group.length}台`} onClose={() => setOpened(null)}>
          <ul className={styles['together']}>
            {group.map(({ device }) => (
              <li key={device.key}>
                <DeviceMark word={device.word} size={24} decorative />
                <Button
                  size="small"
                  type="text"
                  onClick={() => {
                    setOpened(null)
                    onPick(device.key)
                  }}
                >
                  {device.name}
                  {device.value != null && `　${device.value}`}
                </Button>
              </li>
            ))}
          </ul>
        </MapPopup>
      )}
    </>
  )
}
