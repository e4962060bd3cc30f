import type { Spot } from '../map-canvas/map-geometry.ts'
import type { SiteDevice } from './site-device.ts'

/** What is to be different of a device once it is saved; what is absent stays. A spot of null takes it off the map. */
export type Change = { readonly spot?: Spot | null; readonly name?: string }

/** A device as the screen shows it, its unsaved change included. */
export type DeviceNow = SiteDevice & {
  readonly change: Change | undefined
  /** Its state on the server. */
  readonly saved: { readonly spot: Spot | null; readonly name: string }
}

/** A pin on its way by pointer or keys: Esc brings it back to where it was. */
type Move = { readonly key: string; readonly from: Spot; readonly isOver: boolean }

/** What somebody does on the screen before saving. */
export type Placing = {
  /** As last read from the server. */
  readonly devices: ReadonlyMap<string, SiteDevice>
  readonly changes: ReadonlyMap<string, Change>
  readonly selected: string | null
  readonly move: Move | null
  /** Changed here and, as a second read showed, by somebody else too. */
  readonly disputed: ReadonlySet<string>
  /** Numbers of the devices that were changed here and are gone from the office, or from this map. */
  readonly lost: readonly string[]
}

export type PlacingAction =
  | { readonly type: 'select'; readonly key: string | null }
  /** Puts devices on the map, each at its spot; the last one is selected. */
  | { readonly type: 'place'; readonly spots: ReadonlyMap<string, Spot>; readonly name?: string }
  /** Moves a pin on, by pointer or keys. */
  | { readonly type: 'move'; readonly key: string; readonly spot: Spot }
  /** The pin was released, or left. */
  | { readonly type: 'settle' }
  /** Esc: back to where the pin was before this move. */
  | { readonly type: 'cancel' }
  | { readonly type: 'set'; readonly key: string; readonly spot: Spot }
  | { readonly type: 'rename'; readonly key: string; readonly name: string }
  | { readonly type: 'take-off'; readonly key: string }
  | { readonly type: 'restore'; readonly key: string }
  | { readonly type: 'read'; readonly devices: readonly SiteDevice[] }
  /** What was sent is stored: changes made since stay. */
  | { readonly type: 'saved'; readonly devices: readonly SiteDevice[]; readonly sent: ReadonlyMap<string, Change> }
  | { readonly type: 'dismiss-lost' }
  /** Drops everything that is not saved. */
  | { readonly type: 'drop-all' }

const byKey = (devices: readonly SiteDevice[]) => new Map(devices.map((device) => [device.key, device]))

/** The start: everything as it was read. */
export const placingOf = (devices: readonly SiteDevice[]): Placing => ({
  devices: byKey(devices),
  changes: new Map(),
  selected: null,
  move: null,
  disputed: new Set(),
  lost: [],
})

/** The start with changes that are not saved yet. */
export const placingWith = (devices: readonly SiteDevice[], changes: Iterable<readonly [string, Change]>): Placing =>
  [...changes].reduce((placing, [key, change]) => withChange(placing, key, change), placingOf(devices))

export const isSameSpot = (a: Spot | null, b: Spot | null): boolean => {
  if (a === null || b === null) return a === b
  if (a.kind === 'percent') return b.kind === 'percent' && a.x === b.x && a.y === b.y
  return b.kind === 'degrees' && a.longitude === b.longitude && a.latitude === b.latitude
}

/** A change without what the server says already; undefined where nothing is left. */
const needed = (device: SiteDevice, { spot, name }: Change): Change | undefined => {
  const left: Change = {
    ...(spot !== undefined && !isSameSpot(spot, device.spot) && { spot }),
    ...(name !== undefined && name !== device.name && { name }),
  }
  return Object.keys(left).length === 0 ? undefined : left
}

const withChange = (placing: Placing, key: string, change: Change): Placing => {
  const device = placing.devices.get(key)
  if (device === undefined) return placing
  const changes = new Map(placing.changes)
  const left = needed(device, { ...changes.get(key), ...change })
  if (left === undefined) changes.delete(key)
  else changes.set(key, left)
  return { ...placing, changes }
}

/** What determines the current state of the devices. */
type DevicesNow = Pick<Placing, 'devices' | 'changes'>

/** A device with its unsaved change; undefined for one that is not there. */
export const deviceNow = ({ devices, changes }: DevicesNow, key: string): DeviceNow | undefined => {
  const device = devices.get(key)
  if (device === undefined) return undefined
  const change = changes.get(key)
  const saved = { spot: device.spot, name: device.name }
  return { ...device, spot: change?.spot === undefined ? device.spot : change.spot, name: change?.name ?? device.name, change, saved }
}

const allOf = (placing: DevicesNow) => [...placing.devices.keys()].flatMap((key) => deviceNow(placing, key) ?? [])

/** The devices on the map as it looks now. */
export const placedOf = (placing: DevicesNow): DeviceNow[] => allOf(placing).filter(({ spot }) => spot !== null)

/** The devices on no map: also those taken off here, none that another map has. */
export const unplacedOf = (placing: DevicesNow, mapId: number): DeviceNow[] =>
  allOf(placing).filter((device) => device.spot === null && (device.mapId === null || device.mapId === mapId))

const moved = (placing: Placing, key: string, spot: Spot): Placing => {
  const before = deviceNow(placing, key)?.spot
  if (before === null || before === undefined) return placing
  const move = placing.move?.key === key ? placing.move : { key, from: before, isOver: false }
  // A pointer that is still down after Esc moves nothing any more.
  if (move.isOver) return placing
  return { ...withChange(placing, key, { spot }), move, selected: key }
}

/** Lays the changes made here over what was read again, field by field, and notes whose device somebody else changed too. */
const reread = (placing: Placing, read: readonly SiteDevice[]): Placing => {
  const devices = byKey(read)
  const disputed = new Set<string>()
  const lost = [...placing.lost]
  let next: Placing = { ...placing, devices, changes: new Map() }
  for (const [key, change] of placing.changes) {
    const [before, now] = [placing.devices.get(key), devices.get(key)]
    const isAway = now !== undefined && now.mapId !== null && now.mapId !== before?.mapId && change.spot === undefined && now.spot === null
    if (before === undefined || now === undefined || isAway) {
      lost.push(before?.serial ?? key)
      continue
    }
    next = withChange(next, key, change)
    const isChanged = now.mapId !== before.mapId || now.name !== before.name || !isSameSpot(now.spot, before.spot)
    if (next.changes.has(key) && (isChanged || placing.disputed.has(key))) disputed.add(key)
  }
  const selected = placing.selected !== null && devices.has(placing.selected) ? placing.selected : null
  return { ...next, selected, move: null, disputed, lost }
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((other) => other !== key))

/** What an action makes of the screen. Pure. */
export const placingReducer = (placing: Placing, action: PlacingAction): Placing => {
  switch (action.type) {
    case 'select':
      return { ...placing, selected: action.key }
    case 'place': {
      const { spots, name } = action
      let next: Placing = { ...placing, move: null }
      for (const [key, spot] of spots) next = { ...withChange(next, key, { spot, ...(name !== undefined && { name }) }), selected: key }
      return next
    }
    case 'move':
      return moved(placing, action.key, action.spot)
    case 'settle':
      return placing.move === null ? placing : { ...placing, move: null }
    case 'cancel': {
      const { move } = placing
      return move === null || move.isOver
        ? placing
        : { ...withChange(placing, move.key, { spot: move.from }), move: { ...move, isOver: true } }
    }
    case 'set':
      return { ...withChange(placing, action.key, { spot: action.spot }), move: null }
    case 'rename':
      return withChange(placing, action.key, { name: action.name })
    case 'take-off': {
      const selected = placing.selected === action.key ? null : placing.selected
      return { ...withChange(placing, action.key, { spot: null }), selected, move: null }
    }
    case 'restore': {
      const changes = new Map(placing.changes)
      changes.delete(action.key)
      return { ...placing, changes, move: null, disputed: without(placing.disputed, action.key) }
    }
    case 'read':
      return reread(placing, action.devices)
    case 'saved': {
      const changes = new Map([...placing.changes].filter(([key, change]) => action.sent.get(key) !== change))
      return { ...reread({ ...placing, changes }, action.devices), disputed: new Set() }
    }
    case 'dismiss-lost':
      return { ...placing, lost: [] }
    case 'drop-all':
      return { ...placing, changes: new Map(), move: null, disputed: new Set() }
    default:
      return action satisfies never
  }
}
