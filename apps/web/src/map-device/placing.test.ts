import { describe, expect, it } from 'vitest'
import { placedOf, placingOf, placingReducer, deviceNow, unplacedOf, type Placing, type PlacingAction } from './placing.ts'
import { at, makeSiteDevice, mapId } from './test-devices.ts'

const watcher = makeSiteDevice('heat', '000103', { spot: at(43, 62), name: '南側' })
const spare = makeSiteDevice('heat', '000110')
const gateway = makeSiteDevice('main', 'GW-01', { spot: at(50, 28), name: '中央' })
const elsewhere = makeSiteDevice('sub', 'GW-09', { mapId: 8 })
const start = placingOf([watcher, spare, gateway, elsewhere])

const after = (placing: Placing, ...actions: readonly PlacingAction[]) => actions.reduce(placingReducer, placing)
const spotOf = (placing: Placing, key: string) => deviceNow(placing, key)?.spot
const keysOf = (devices: readonly { readonly key: string }[]) => devices.map(({ key }) => key)

describe('placing', () => {
  it('shows what is placed here and what is unplaced, and nothing of another map', () => {
    expect(keysOf(placedOf(start))).toEqual([watcher.key, gateway.key])
    expect(keysOf(unplacedOf(start, mapId))).toEqual([spare.key])
  })

  it('adds, selects what it added and counts it as unsaved', () => {
    const afterPlacing = after(start, { type: 'place', spots: new Map([[spare.key, at(50, 50)]]) })
    expect(keysOf(placedOf(afterPlacing))).toEqual([watcher.key, spare.key, gateway.key])
    expect([afterPlacing.selected, afterPlacing.changes.size]).toEqual([spare.key, 1])
  })

  it('clones a place name along with the place', () => {
    const afterPlacing = after(start, { type: 'place', spots: new Map([[spare.key, at(46, 65)]]), name: '南側' })
    expect(afterPlacing.changes.get(spare.key)).toEqual({ spot: at(46, 65), name: '南側' })
  })

  it('takes off, and counts nothing where what was added is taken off again', () => {
    const off = after(start, { type: 'select', key: watcher.key }, { type: 'take-off', key: watcher.key })
    expect([off.selected, off.changes.get(watcher.key)]).toEqual([null, { spot: null }])
    expect(keysOf(unplacedOf(off, mapId))).toEqual([watcher.key, spare.key])
    const twice = after(start, { type: 'place', spots: new Map([[spare.key, at(50, 50)]]) }, { type: 'take-off', key: spare.key })
    expect(twice.changes.size).toBe(0)
  })

  it('counts nothing if somebody types the value that was there', () => {
    const renamed = after(start, { type: 'rename', key: watcher.key, name: '南側 入口' })
    expect(renamed.changes.get(watcher.key)).toEqual({ name: '南側 入口' })
    expect(after(renamed, { type: 'rename', key: watcher.key, name: '南側' }).changes.size).toBe(0)
    expect(after(start, { type: 'set', key: watcher.key, spot: at(43, 62) }).changes.size).toBe(0)
  })

  it('restores one device and leaves the others', () => {
    const two = after(
      start,
      { type: 'set', key: watcher.key, spot: at(1, 2) },
      { type: 'rename', key: watcher.key, name: '北' },
      { type: 'set', key: gateway.key, spot: at(3, 4) },
    )
    const one = after(two, { type: 'restore', key: watcher.key })
    expect([...one.changes.keys()]).toEqual([gateway.key])
    expect(deviceNow(one, watcher.key)).toMatchObject({ spot: at(43, 62), name: '南側' })
  })
})

describe('a pin on its way', () => {
  const dragged = after(start, { type: 'move', key: watcher.key, spot: at(50, 70) }, { type: 'move', key: watcher.key, spot: at(57, 76.5) })

  it('says from where it came until it is released', () => {
    expect(dragged).toMatchObject({ selected: watcher.key, move: { key: watcher.key, from: at(43, 62) } })
    const down = after(dragged, { type: 'settle' })
    expect([down.move, spotOf(down, watcher.key)]).toEqual([null, at(57, 76.5)])
  })

  it('goes back by Esc, and stays there while the pointer moves further', () => {
    const back = after(dragged, { type: 'cancel' }, { type: 'move', key: watcher.key, spot: at(60, 80) })
    expect([spotOf(back, watcher.key), back.changes.size]).toEqual([at(43, 62), 0])
    const again = after(back, { type: 'settle' }, { type: 'move', key: watcher.key, spot: at(60, 80) })
    expect(spotOf(again, watcher.key)).toEqual(at(60, 80))
  })

  it('goes back to where this move began, not to what is stored', () => {
    const second = after(dragged, { type: 'settle' }, { type: 'move', key: watcher.key, spot: at(1, 1) }, { type: 'cancel' })
    expect(spotOf(second, watcher.key)).toEqual(at(57, 76.5))
  })

  it('moves nothing that is not on the map', () => {
    expect(after(start, { type: 'move', key: spare.key, spot: at(1, 1) })).toBe(start)
    expect(after(start, { type: 'move', key: 'heat/gone', spot: at(1, 1) })).toBe(start)
  })
})

describe('reading again', () => {
  const mine = after(start, { type: 'set', key: watcher.key, spot: at(57, 76.5) }, { type: 'rename', key: gateway.key, name: '受付' })

  it('keeps what was typed here and takes the rest from the others, field by field', () => {
    const theirs = { ...watcher, version: 2, name: '南側 足場' }
    const read = after(mine, { type: 'read', devices: [theirs, spare, gateway, elsewhere] })
    expect(deviceNow(read, watcher.key)).toMatchObject({ spot: at(57, 76.5), name: '南側 足場', version: 2 })
    expect([...read.disputed]).toEqual([watcher.key])
    expect(read.changes.get(gateway.key)).toEqual({ name: '受付' })
  })

  it('disputes nothing where the others changed something else, or the same', () => {
    const read = after(mine, { type: 'read', devices: [{ ...watcher, version: 3 }, spare, { ...gateway, version: 2, name: '受付' }] })
    expect([read.disputed.size, [...read.changes.keys()]]).toEqual([0, [watcher.key]])
  })

  it('keeps a dispute through another reading until it is settled here', () => {
    const devices = [{ ...watcher, version: 2, spot: at(10, 10) }, spare, gateway]
    const read = after(mine, { type: 'read', devices }, { type: 'read', devices })
    expect([...read.disputed]).toEqual([watcher.key])
    const settled = after(read, { type: 'restore', key: watcher.key })
    expect([settled.disputed.size, spotOf(settled, watcher.key)]).toEqual([0, at(10, 10)])
  })

  it('disputes a device that somebody else has put on another map', () => {
    const read = after(mine, { type: 'read', devices: [{ ...watcher, version: 2, mapId: 8, spot: null }, spare, gateway] })
    expect([...read.disputed]).toEqual([watcher.key])
    expect(keysOf(placedOf(read))).toContain(watcher.key)
  })

  it('drops a new name if somebody else has put the device on another map', () => {
    const read = after(mine, { type: 'read', devices: [watcher, spare, { ...gateway, version: 2, mapId: 8, spot: null }] })
    expect([read.lost, [...read.changes.keys()]]).toEqual([['GW-01'], [watcher.key]])
  })

  it('names what is gone and drops it', () => {
    const read = after(after(mine, { type: 'select', key: watcher.key }), { type: 'read', devices: [spare, gateway] })
    expect([read.lost, read.selected, [...read.changes.keys()]]).toEqual([['000103'], null, [gateway.key]])
    expect(after(read, { type: 'dismiss-lost' }).lost).toEqual([])
  })
})

it('counts after a save only what was changed while it ran', () => {
  const sending = after(start, { type: 'set', key: watcher.key, spot: at(57, 76.5) }, { type: 'rename', key: gateway.key, name: '受付' })
  const during = after(sending, { type: 'rename', key: gateway.key, name: '受付 2' })
  const devices = [{ ...watcher, version: 2, spot: at(57, 76.5) }, spare, { ...gateway, version: 2, name: '受付' }]
  const saved = after(during, { type: 'saved', devices, sent: sending.changes })
  expect([...saved.changes]).toEqual([[gateway.key, { name: '受付 2' }]])
  expect(saved.disputed.size).toBe(0)
})
