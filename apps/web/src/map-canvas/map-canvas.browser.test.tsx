import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { mount } from '../kit/test-mount.tsx'
import { DeviceLayer } from './device-layer.tsx'
import { MapCanvas } from './map-canvas.tsx'
import type { Spot } from './map-geometry.ts'
import { device, markOn, middleOf, onDrawing, worker } from './test-map.tsx'
import { WorkerLayer } from './worker-layer.tsx'

const press = (type: string, { x, y }: { x: number; y: number }) => {
  const element = document.elementFromPoint(x, y)
  element?.dispatchEvent(
    new PointerEvent(type, {
      clientX: x,
      clientY: y,
      pointerId: 1,
      isPrimary: true,
      button: 0,
      buttons: 1,
      bubbles: true,
      cancelable: true,
    }),
  )
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a pin is dragged once it was held for the time of the guard', async () => {
  const ended = vi.fn()
  const Map = () => {
    const [spot, setSpot] = useState<Spot>({ kind: 'percent', x: 50, y: 50 })
    return (
      <MapCanvas geometry={onDrawing} label="A工区 3F" height={600}>
        <DeviceLayer
          devices={[{ ...device('gateway/GW-01', 50, 50), spot }]}
          selected={null}
          labels
          onPick={() => undefined}
          movable
          onMove={(_, next) => setSpot(next)}
          onMoveEnd={ended}
        />
        <WorkerLayer
          workers={[
            worker(1, 20, 20, { grade: 'emergency', heartRate: 166, name: '佐々木　隆' }),
            worker(2, 60, 30, { grade: 3 }),
            worker(3, 70, 70, { grade: 2, isSilent: true }),
            worker(4, 30, 80, { grade: 1 }),
            worker(5, 30, 80),
            worker(6, 80, 50),
          ]}
          labels
          selected={null}
          onPick={() => undefined}
        />
      </MapCanvas>
    )
  }
  await mount(Map)
  await expect.poll(() => markOn('gateway/GW-01')).not.toBeNull()
  const from = middleOf('gateway/GW-01')
  press('pointerdown', from)
  await wait(150)
  press('pointermove', { x: from.x + 60, y: from.y })
  press('pointermove', { x: from.x + 120, y: from.y })
  press('pointerup', { x: from.x + 120, y: from.y })
  await expect.poll(() => ended.mock.calls.length).toBe(1)
  await expect.poll(() => Math.round(middleOf('gateway/GW-01').x - from.x)).toBe(120)
})
