import { expect, it } from 'vitest'
import type { MapGeometry } from '../map-canvas/map-geometry.ts'
import { moveByKey } from './move-by-key.ts'
import { deviceNow, placingOf, placingReducer, type PlacingAction } from './placing.ts'
import { at, makeSiteDevice } from './test-devices.ts'

const drawing: MapGeometry = { type: 1, picture: null, corners: null, centre: [139.767125, 35.681236], zoom: 14, rotation: 0 }
const watcher = makeSiteDevice('heat', '000103', { spot: at(57, 76.5) })

/** A screen whose keys are pressed: whether each meant the pin, and where the pin is then. */
const pressing = () => {
  let placing = placingOf([watcher])
  const act = (action: PlacingAction) => {
    placing = placingReducer(placing, action)
  }
  return (key: string, held: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}, pin: string | null = watcher.key) => {
    const press = { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held }
    const isMeant = moveByKey({ act, latest: () => placing }, drawing, pin, press)
    return [isMeant, deviceNow(placing, watcher.key)?.spot]
  }
}

it('moves a pin by arrows, brings it back by Esc, releases it by the next, and leaves the third to the dialog around it', () => {
  const press = pressing()
  expect(press('ArrowRight')).toEqual([true, at(57.1, 76.5)])
  expect(press('ArrowUp', { shiftKey: true })).toEqual([true, at(57.1, 75.5)])
  expect(press('Escape')).toEqual([true, at(57, 76.5)])
  expect(press('ArrowLeft')).toEqual([true, at(56.9, 76.5)])
  expect(press('Escape')).toEqual([true, at(57, 76.5)])
  expect(press('Escape')).toEqual([true, at(57, 76.5)])
  expect(press('Escape')).toEqual([false, at(57, 76.5)])
})

it('leaves other keys, those of the browser and the map without a pin alone', () => {
  const press = pressing()
  expect(press('Enter')[0]).toBe(false)
  expect(press('ArrowLeft', { ctrlKey: true })).toEqual([false, at(57, 76.5)])
  expect(press('ArrowLeft', {}, null)).toEqual([false, at(57, 76.5)])
})
