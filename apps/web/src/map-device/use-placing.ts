import { useCallback, useRef, useState } from 'react'
import { useStoredDraft } from '../kit/form/use-stored-draft.ts'
import { placingReducer, placingWith, type Placing, type PlacingAction } from './placing.ts'
import type { SiteDevice } from './site-device.ts'
import { typedChanges } from './typed-changes.ts'

export type PlacingStore = {
  readonly placing: Placing
  readonly act: (action: PlacingAction) => void
  /** The present state, for code that asks outside of rendering: before leaving, after a call. */
  readonly latest: () => Placing
}

/** What is done on the screen before it is saved. */
export const usePlacing = (start: () => Placing): PlacingStore => {
  const [placing, setPlacing] = useState(start)
  const now = useRef(placing)
  const act = useCallback((action: PlacingAction) => {
    now.current = placingReducer(now.current, action)
    setPlacing(now.current)
  }, [])
  return { placing, act, latest: useCallback(() => now.current, []) }
}

/**
 * The same of a whole map, with what was done before the session ended.
 * @param devices as they were read at the start
 */
export const useStoredPlacing = (mapId: number, devices: readonly SiteDevice[]): PlacingStore => {
  const { restored, settle } = useStoredDraft({
    form: `placing-${mapId}`,
    basis: JSON.stringify(devices.map(({ key, spot, name, mapId: on }) => [key, spot, name, on])),
    typed: () => (store.latest().changes.size > 0 ? { changes: [...store.latest().changes] } : undefined),
    discard: () => store.act({ type: 'drop-all' }),
  })
  const store = usePlacing(() => placingWith(devices, typedChanges(restored?.['changes'])))
  const { act } = store
  const settled = useCallback(
    (action: PlacingAction) => {
      if (action.type === 'saved') settle()
      act(action)
    },
    [act, settle],
  )
  return { ...store, act: settled }
}
