import { mapTypeNames, type SiteMap } from '@mimamori/contract/site-map'
import { Button, Switch } from 'antd'
import { useCallback, useId, useMemo, useState } from 'react'
import { cornersOfTexts } from '../map-canvas/corner-text.ts'
import { DeviceLayer, type CanvasDevice } from '../map-canvas/device-layer.tsx'
import { HeatLayer, type CanvasWatcher } from '../map-canvas/heat-layer.tsx'
import { MapCanvas } from '../map-canvas/map-canvas.tsx'
import { geometryOf, type MapGeometry, type Spot } from '../map-canvas/map-geometry.ts'
import { EdgeSigns } from '../map-canvas/edge-signs.tsx'
import type { LonLat } from '../map-canvas/mercator.ts'
import { OutlineLayer, type SiteOutline } from '../map-canvas/outline-layer.tsx'
import { RangeLayer } from '../map-canvas/range-layer.tsx'
import { ScaleBar } from '../map-canvas/scale-bar.tsx'
import { ShowEveryone } from '../map-canvas/show-everyone.tsx'
import { TrailLayer } from '../map-canvas/trail-layer.tsx'
import { WorkerLayer, type CanvasWorker } from '../map-canvas/worker-layer.tsx'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes, deviceWords } from '../marks/device-shapes.ts'
import { useNow } from '../platform/clock.ts'
import { AbsentPeople } from './absent-people.tsx'
import { BroughtIntoView } from './brought-into-view.tsx'
import { canvasWorkers } from './canvas-workers.ts'
import { ChosenPerson } from './chosen-person.tsx'
import { DangerInView } from './danger-in-view.tsx'
import styles from './detail-screen.module.css'
import { WhatIsMissing } from './what-is-missing.tsx'
import { PinDescription } from './pin-description.tsx'
import type { Pin } from './pins.ts'
import { spotOfDevice } from './spots.ts'
import type { Detail } from './use-detail.ts'

const Legend = () => (
  <ul className={styles['legend']} aria-label="機器の凡例">
    {deviceWords.map((word) => (
      <li key={word}>
        <DeviceMark word={word} size={24} decorative />
        {deviceShapes[word].name}
      </li>
    ))}
  </ul>
)

type SwitchProps = { readonly label: string; readonly on: boolean; readonly onChange: (on: boolean) => void }

const LabelledSwitch = ({ label, on, onChange }: SwitchProps) => {
  const id = useId()
  return (
    <span className={styles['switch']}>
      <Switch id={id} size="small" checked={on} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}

/** How the map lies, the same object until that changes: a person walking on it changes nothing of it. */
const useGeometry = (map: SiteMap): MapGeometry => {
  const written = JSON.stringify(geometryOf(map))
  return useMemo(() => JSON.parse(written) as MapGeometry, [written])
}

const degrees = (value: number | null) => (value === null ? null : `${value.toFixed(1)}℃`)

/** What a watcher measures now: a value that is no longer heard is no value of now. */
const heatOf = (pin: Pin): number | null => (pin.kind === 'heat' && pin.device.isAlive ? pin.device.wbgtValue : null)

/** The pins at their places; only the chosen one carries its description. */
const useCanvasDevices = ({ pins, pin, map, gateway, listed }: Detail, heat: boolean): readonly CanvasDevice[] => {
  const type = map?.type ?? 1
  const placedPins = useMemo(
    () =>
      pins.flatMap((one) => {
        const spot = spotOfDevice(type, one.device)
        if (spot === null) return []
        return [{ key: one.key, word: one.word, name: one.name, spot, value: heat ? degrees(heatOf(one)) : null, description: null }]
      }),
    [pins, type, heat],
  )
  const people = gateway === undefined ? undefined : listed.length
  return useMemo(() => {
    if (pin === undefined) return placedPins
    return placedPins.map((one) => (one.key === pin.key ? { ...one, description: <PinDescription pin={pin} people={people} /> } : one))
  }, [placedPins, pin, people])
}

/** The heat-index watchers on a drawing; on a GPS map nobody has placed any. */
const useWatchers = ({ pins, map }: Detail): readonly CanvasWatcher[] => {
  const type = map?.type ?? 1
  return useMemo(
    () =>
      pins.flatMap((pin) => {
        const spot = spotOfDevice(type, pin.device)
        if (type === 2 || pin.kind !== 'heat' || spot === null) return []
        return [{ key: pin.key, spot, value: heatOf(pin) }]
      }),
    [pins, type],
  )
}

const useCanvasWorkers = (map: SiteMap, geometry: MapGeometry): readonly CanvasWorker[] => {
  const now = useNow(60_000)
  const [write] = useState(canvasWorkers)
  return useMemo(() => write(map, geometry.corners, now), [write, map, geometry, now])
}

/** The other drawings of the site that lie on the world, the same list until they change. */
const useOutlines = ({ type, listOtherMaps }: SiteMap): readonly SiteOutline[] => {
  const written = JSON.stringify(type === 1 ? [] : listOtherMaps.filter((other) => other.type === 3))
  return useMemo(() => {
    const maps: SiteMap['listOtherMaps'] = JSON.parse(written)
    return maps.flatMap((other) => {
      const corners = cornersOfTexts(other)
      return corners === null ? [] : [{ name: other.locationName, corners }]
    })
  }, [written])
}

/** Where devices and people are on the world, the same list until they move. */
const usePlaces = (marks: readonly { readonly spot: Spot }[]): readonly LonLat[] => {
  const written = JSON.stringify(marks.flatMap(({ spot }) => (spot.kind === 'degrees' ? [[spot.longitude, spot.latitude]] : [])))
  return useMemo((): readonly LonLat[] => JSON.parse(written), [written])
}

type Props = {
  readonly detail: Detail
  readonly map: SiteMap
  /** The people are listed beneath it, so it comes into sight when somebody is chosen there. */
  readonly isStacked: boolean
}

/** The map with its devices and people, and what is shown of it. */
export const MapPanel = ({ detail, map, isStacked }: Props) => {
  const { pin, chosen, userId, device, onDevice, onPerson } = detail
  const [labels, setLabels] = useState(true)
  const [heat, setHeat] = useState(false)
  const geometry = useGeometry(map)
  const devices = useCanvasDevices(detail, heat)
  const workers = useCanvasWorkers(map, geometry)
  const watchers = useWatchers(detail)
  const outlines = useOutlines(map)
  const places = usePlaces([...devices, ...workers])
  const way = detail.trail.isShown ? detail.trail.result.data?.data : undefined
  const onPick = useCallback((key: string) => onDevice(key === device ? null : key), [onDevice, device])
  // For people close together the box names each one.
  const onPeople = useCallback(
    ([first, ...others]: readonly number[]) => {
      if (others.length === 0) onPerson(first)
    },
    [onPerson],
  )
  const describe = useCallback(
    (worker: CanvasWorker) =>
      worker.userId !== userId && (
        <Button size="small" aria-label={`${worker.name}を選ぶ`} onClick={() => onPerson(worker.userId)}>
          選ぶ
        </Button>
      ),
    [onPerson, userId],
  )
  const spot = workers.find((worker) => worker.userId === chosen?.userId)?.spot
  return (
    <section className={styles['map']} aria-label={`${mapTypeNames[String(map.type)]}のマップ`}>
      <header className={styles['heading']}>
        <Legend />
        <span className={styles['end']}>
          {watchers.length > 0 && <LabelledSwitch label="暑さの分布" on={heat} onChange={setHeat} />}
          <LabelledSwitch label="名前を表示" on={labels} onChange={setLabels} />
        </span>
      </header>
      <WhatIsMissing map={map} hasPins={devices.length > 0} />
      <div className={styles['canvas']}>
        <MapCanvas
          geometry={geometry}
          label={[map.locationName, map.floor].filter((part) => part !== null).join(' ')}
          bare={map.type === 2 && outlines.length === 0 && places.length > 0 && <RangeLayer places={places} />}
        >
          {heat && watchers.length > 0 && <HeatLayer watchers={watchers} metresWide={map.imageMetres} />}
          {outlines.length > 0 && <OutlineLayer outlines={outlines} />}
          {way !== undefined && <TrailLayer points={way} />}
          <DeviceLayer devices={devices} selected={pin?.key ?? null} labels={labels} onPick={onPick} />
          <WorkerLayer workers={workers} labels={labels} selected={chosen?.userId ?? null} onPick={onPeople} describe={describe} />
          {map.type !== 1 && <DangerInView workers={workers} />}
          <ScaleBar metresWide={map.imageMetres} />
          <ShowEveryone workers={workers} />
          <EdgeSigns workers={workers} metresWide={map.imageMetres} />
          {chosen !== undefined && spot !== undefined && <BroughtIntoView key={chosen.userId} spot={spot} withFrame={isStacked} />}
        </MapCanvas>
      </div>
      <AbsentPeople map={map} />
      {isStacked && userId !== undefined && <ChosenPerson detail={detail} />}
    </section>
  )
}
