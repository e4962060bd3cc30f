import { screens } from '@mimamori/contract/screens'
import type { SiteMap } from '@mimamori/contract/site-map'
import { useCallback, useMemo, useRef, useState } from 'react'
import { giveFocusBack } from '../kit/dialogs.ts'
import { Panel } from '../kit/panel.tsx'
import { useWayTo } from '../kit/use-way-to.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { geometryOf } from '../map-canvas/map-geometry.ts'
import type { Stage } from '../map-canvas/stage.ts'
import { useMedia } from '../platform/use-media.ts'
import { whyNotAdded, type Addition } from './availability.ts'
import { CloneDialog } from './clone-dialog.tsx'
import { Head } from './head.tsx'
import { LocateDialog } from './locate-dialog.tsx'
import { MapPanel } from './map-panel.tsx'
import { Notes } from './notes.tsx'
import styles from './placement.module.css'
import { deviceNow, unplacedOf } from './placing.ts'
import type { SiteDevice } from './site-device.ts'
import { besideOf, middleOf, roundedSpot, spotWords } from './spots.ts'
import { TablePanel } from './table-panel.tsx'
import { UnplacedStrip } from './unplaced-strip.tsx'
import { useStoredPlacing } from './use-placing.ts'
import { useRowActions } from './use-row-actions.ts'
import { useSave } from './use-save.ts'

type Open = { readonly clone: string } | { readonly addition: Addition }

const useDialog = () => {
  const [dialog, setDialog] = useState<Open>()
  const opener = useRef<Element>(null)
  const open = useCallback((next: Open) => {
    opener.current = document.activeElement
    setDialog(next)
  }, [])
  const close = () => {
    setDialog(undefined)
    queueMicrotask(() => giveFocusBack(opener.current))
  }
  return { dialog, open, close }
}

/** The screen with its map read: what is placed, where, and what is not. */
export const Placement = ({ map, devices }: { readonly map: SiteMap; readonly devices: readonly SiteDevice[] }) => {
  const geometry = useMemo(() => geometryOf(map), [map])
  const store = useStoredPlacing(map.id, devices)
  const { placing, act, latest } = store
  const { dialog, open, close } = useDialog()
  const [stage, setStage] = useState<Stage | null>(null)
  const leave = useWayTo(
    screens.mapSetting,
    useMemo(() => ({ OfficeId: map.officeId }), [map]),
  )
  const saving = useSave(map, store, leave)
  const actions = useRowActions(
    store,
    geometry,
    useCallback((key: string) => open({ clone: key }), [open]),
  )
  const { devices: now, changes } = placing
  const unplaced = useMemo(() => unplacedOf({ devices: now, changes }, map.id), [now, changes, map.id])
  // Where they do not fit side by side the map is above its table.
  const isStacked = useMedia('(width < 1100px)')
  useUnsavedGuard(() => latest().changes.size > 0)

  const source = dialog !== undefined && 'clone' in dialog ? deviceNow(placing, dialog.clone) : undefined
  const clone = (key: string) => {
    if (source?.spot) act({ type: 'place', spots: new Map([[key, besideOf(geometry, source.spot)]]), name: source.name })
  }
  const columns = [
    <TablePanel key="table" map={map} placing={placing} actions={actions} onAdd={(addition) => open({ addition })} />,
    <MapPanel key="map" {...store} geometry={geometry} onStage={setStage} />,
  ]
  return (
    <>
      <Head map={map} unsaved={placing.changes.size} onLeave={leave} {...saving} />
      <Notes map={map} geometry={geometry} placing={placing} onDismissLost={() => act({ type: 'dismiss-lost' })} />
      <div className={styles['columns']}>{isStacked ? columns.toReversed() : columns}</div>
      <Panel>
        <UnplacedStrip
          devices={unplaced}
          hasAny={now.size > 0}
          middle={spotWords(middleOf(geometry))}
          whyNot={({ kind }) => whyNotAdded(kind, map)}
          stage={stage}
          onPlace={(key, spot) =>
            act({ type: 'place', spots: new Map([[key, spot === undefined ? middleOf(geometry) : roundedSpot(spot)]]) })
          }
        />
      </Panel>
      {dialog !== undefined && 'addition' in dialog && (
        <LocateDialog
          addition={dialog.addition}
          mapId={map.id}
          geometry={geometry}
          placing={placing}
          onDecide={(spots) => act({ type: 'place', spots })}
          onClose={close}
        />
      )}
      {source !== undefined && (
        <CloneDialog source={source} spares={unplaced.filter(({ word }) => word === source.word)} onClone={clone} onClose={close} />
      )}
    </>
  )
}
