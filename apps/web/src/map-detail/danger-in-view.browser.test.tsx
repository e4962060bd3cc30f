import { useState } from 'react'
import { expect, test } from 'vitest'
import { MapCanvas } from '../map-canvas/map-canvas.tsx'
import { metresAtZoom0, type MapGeometry } from '../map-canvas/map-geometry.ts'
import { lonLatOf, mercatorOf } from '../map-canvas/mercator.ts'
import { markOn, middleOf, worker } from '../map-canvas/test-map.tsx'
import { WorkerLayer, type CanvasWorker } from '../map-canvas/worker-layer.tsx'
import { mount } from '../kit/test-mount.tsx'
import { DangerInView } from './danger-in-view.tsx'

const site: MapGeometry = { type: 2, picture: null, corners: null, centre: [139.767125, 35.681236], zoom: 17, rotation: 0 }
const frame = { width: 343, height: 420 }

/** Somebody so many pixels of the saved view to the right of its middle and beneath it. */
const away = (userId: number, [right, down]: readonly [number, number], grade: CanvasWorker['grade']): CanvasWorker => {
  const [x, y] = mercatorOf(site.centre)
  const metres = metresAtZoom0 / 2 ** site.zoom
  const [longitude, latitude] = lonLatOf([x + right * metres, y - down * metres])
  return worker(userId, 0, 0, { grade, spot: { kind: 'degrees', longitude, latitude } })
}

const open = async (first: readonly CanvasWorker[]) => {
  const heard = { change: (_: readonly CanvasWorker[]): void => undefined }
  await mount(() => {
    const [workers, setWorkers] = useState(first)
    heard.change = setWorkers
    return (
      <div style={{ width: frame.width }}>
        <MapCanvas geometry={site} label="現場" height={frame.height}>
          <WorkerLayer workers={workers} labels selected={null} onPick={() => undefined} />
          <DangerInView workers={workers} />
        </MapCanvas>
      </div>
    )
  })
  await expect.poll(() => markOn('worker/1')).not.toBeNull()
  return heard
}

/** The distance of a mark from the middle of the frame. */
const fromMiddle = (key: string) => {
  const frameOnScreen = markOn(key)?.closest('section')?.getBoundingClientRect()
  const at = middleOf(key)
  return [at.x - (frameOnScreen?.x ?? 0) - frame.width / 2, at.y - (frameOnScreen?.y ?? 0) - frame.height / 2].map(Math.round)
}

/** Whether a mark is there, to the pixel that the middle of a frame of odd width leaves open. */
const isNear = (key: string, [right, down]: readonly [number, number]) => {
  const [x = Number.NaN, y = Number.NaN] = fromMiddle(key)
  return Math.abs(x - right) <= 1 && Math.abs(y - down) <= 1
}

test('on a phone everybody in danger is in the frame at opening, whole and beside the buttons', async () => {
  await open([away(1, [0, 0], 0), away(2, [320, 40], 3), away(3, [-150, 20], 'emergency'), away(4, [20, 250], 1)])
  await expect.poll(() => ['worker/2', 'worker/3', 'worker/4'].map((key) => markOn(key) === null)).toEqual([false, false, false])
  const [right = Number.NaN] = fromMiddle('worker/2')
  expect(Math.abs(right - (frame.width / 2 - 64))).toBeLessThanOrEqual(1)
})

test('where those in danger are in the frame, the view opens as it was saved, and a stray position shrinks no site', async () => {
  const { change } = await open([away(1, [0, 0], 0), away(2, [80, 40], 3), away(3, [400, 0], 0), away(4, [90_000, 0], 3)])
  await expect.poll(() => markOn('worker/2')).not.toBeNull()
  expect(isNear('worker/2', [80, 40])).toBe(true)

  change([away(1, [30, 0], 0), away(2, [500, 40], 3)])
  await expect.poll(() => isNear('worker/1', [30, 0])).toBe(true)
})
