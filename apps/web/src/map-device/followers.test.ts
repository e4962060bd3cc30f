import { expect, it } from 'vitest'
import { followersOf, hasLinked } from './followers.ts'
import { placingOf, placingReducer, type PlacingAction } from './placing.ts'
import { at, makeSiteDevice } from './test-devices.ts'

const watcher = makeSiteDevice('heat', '000103', { spot: at(43, 62) })
const main = makeSiteDevice('main', 'GW-01', { spot: at(50, 28), family: watcher.key })
const sub = makeSiteDevice('sub', 'GW-01-1', { mapId: 8, family: watcher.key })
const keeper = makeSiteDevice('sub', 'GW-01-2', { spot: at(80, 47) })
const other = makeSiteDevice('heat', '000107', { spot: at(29, 22) })
const start = placingOf([watcher, main, sub, keeper, other])

const followersAfter = (...actions: readonly PlacingAction[]) =>
  followersOf(actions.reduce(placingReducer, start)).map(({ device, leader, spot }) => [device.serial, leader.serial, spot])
const move = (key: string) => ({ type: 'set', key, spot: at(57, 76.5) }) as const

it('moves the gateways of a watcher along, on whatever map they are, and not those that keep their place', () =>
  expect(followersAfter(move(watcher.key))).toEqual([
    ['GW-01', '000103', at(57, 76.5)],
    ['GW-01-1', '000103', at(57, 76.5)],
  ]))

it('moves the watcher and its other gateways along with a gateway', () =>
  expect(followersAfter(move(main.key))).toEqual([
    ['000103', 'GW-01', at(57, 76.5)],
    ['GW-01-1', 'GW-01', at(57, 76.5)],
  ]))

it('leaves alone what is changed here itself, and follows nothing that is renamed or taken off', () => {
  expect(followersAfter(move(watcher.key), { type: 'rename', key: main.key, name: '受付' })).toEqual([['GW-01-1', '000103', at(57, 76.5)]])
  expect(followersAfter({ type: 'rename', key: watcher.key, name: '南' })).toEqual([])
  expect(followersAfter({ type: 'take-off', key: watcher.key })).toEqual([])
  expect(followersAfter(move(keeper.key), move(other.key))).toEqual([])
})

it('knows who has others hanging on it', () =>
  expect([watcher, main, keeper, other].map((device) => hasLinked(start, device))).toEqual([true, true, false, false]))
