import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { DeviceLayer } from './device-layer.tsx'
import { MapCanvas } from './map-canvas.tsx'
import { metresAtZoom0, type MapGeometry, type Spot } from './map-geometry.ts'
import { lonLatOf, type LonLat } from './mercator.ts'
import type { Stage } from './stage.ts'
import { device, markOn, middleOf, onDrawing, pointer, worker } from './test-map.tsx'
import { dragGuardMs } from './use-drag.ts'
import { useStage } from './use-stage.ts'
import { WorkerLayer, type CanvasWorker } from './worker-layer.tsx'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const seen: { stage?: Stage } = {}
/** The map on the screen. */
const stageNow = (): Stage => seen.stage!
const Stand = () => {
  const stage = useStage()
  useEffect(() => {
    Object.assign(seen, { stage })
  }, [stage])
  return null
}

const shownMarks = () => [...document.querySelectorAll<HTMLElement>('[data-mark]')].map((mark) => mark.dataset['mark'])

const openedMarks = () =>
  stageNow()
    .board.all()
    .filter(({ mark }) => mark.isSelected)
    .map(({ mark }) => mark.key)

/** A drawing with one pin that can be dragged. */
const withPin = async () => {
  const heard = { picked: vi.fn(), ended: vi.fn() }
  await mount(() => {
    const [spot, setSpot] = useState<Spot>({ kind: 'percent', x: 50, y: 50 })
    return (
      <MapCanvas geometry={onDrawing} label="A工区 3F" height={600}>
        <Stand />
        <DeviceLayer
          devices={[{ ...device('gateway/GW-01', 50, 50), spot }, device('gateway/GW-02', 54, 50)]}
          selected={null}
          labels
          onPick={heard.picked}
          movable
          onMove={(_, next) => setSpot(next)}
          onMoveEnd={heard.ended}
        />
      </MapCanvas>
    )
  })
  await expect.poll(() => markOn('gateway/GW-01')).not.toBeNull()
  return heard
}

/** A drawing with people who can be changed, as an update would. */
const withPeople = async (first: readonly CanvasWorker[]) => {
  const heard = { picked: vi.fn(), change: (_: readonly CanvasWorker[]): void => undefined }
  await mount(() => {
    const [workers, setWorkers] = useState(first)
    heard.change = setWorkers
    return (
      <MapCanvas geometry={onDrawing} label="A工区 3F" height={600}>
        <Stand />
        <WorkerLayer workers={workers} labels selected={null} onPick={heard.picked} />
      </MapCanvas>
    )
  })
  await expect.poll(() => shownMarks().length).toBeGreaterThan(0)
  return heard
}

test('a pin that was held for the time of the guard follows the pointer', async () => {
  const { picked, ended } = await withPin()
  const from = middleOf('gateway/GW-01')
  pointer('pointerdown', from)
  await wait(dragGuardMs + 50)
  pointer('pointermove', { x: from.x - 60, y: from.y })
  pointer('pointermove', { x: from.x - 120, y: from.y + 30 })
  pointer('pointerup', { x: from.x - 120, y: from.y + 30 })
  await expect.poll(() => ended.mock.calls.length).toBe(1)
  await expect.poll(() => Math.round(middleOf('gateway/GW-01').x - from.x)).toBe(-120)
  const { resolution } = stageNow().scale()
  const [, spot] = ended.mock.calls[0] as [string, { x: number; y: number }]
  expect(spot.x).toBeCloseTo(50 - (120 * resolution * 100) / 1_200, 0)
  expect(picked).not.toHaveBeenCalled()
})

test('a short press picks the nearest pin, and a pointer that slips moves nothing', async () => {
  const { picked, ended } = await withPin()
  const [one, other] = [middleOf('gateway/GW-01'), middleOf('gateway/GW-02')]
  pointer('pointerdown', { x: other.x + 40, y: other.y })
  pointer('pointerup', { x: other.x + 40, y: other.y })
  await expect.poll(() => picked.mock.calls).toEqual([['gateway/GW-02']])
  pointer('pointerdown', one)
  pointer('pointermove', { x: one.x - 30, y: one.y })
  pointer('pointerup', { x: one.x - 30, y: one.y })
  await wait(100)
  expect(ended).not.toHaveBeenCalled()
  expect(middleOf('gateway/GW-01')).toEqual(one)
})

test('a pin that is dragged off the drawing stays at its edge', async () => {
  const { ended } = await withPin()
  const from = middleOf('gateway/GW-01')
  pointer('pointerdown', from)
  await wait(dragGuardMs + 50)
  pointer('pointermove', { x: from.x, y: from.y - 100 })
  pointer('pointermove', { x: from.x, y: from.y - 2_000 })
  pointer('pointerup', { x: from.x, y: from.y - 2_000 })
  await expect.poll(() => ended.mock.calls.at(-1)?.[1]).toMatchObject({ kind: 'percent', y: 0 })
})

test('people close together are one mark; its list survives an update and follows it, and nothing else changes', async () => {
  const away = worker(9, 10, 10, { grade: 1 })
  const { change } = await withPeople([
    worker(1, 50, 50, { grade: 2, heartRate: 120 }),
    worker(2, 50, 50, { grade: 3 }),
    worker(3, 50, 50),
    away,
  ])
  await page.getByRole('button', { name: /^3人 作業者2 危険/ }).click()
  const list = page.getByRole('dialog', { name: 'ここにいる3人' })
  await expect.element(list).toBeVisible()
  expect(
    list
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['作業者2', '作業者1', '作業者3'])

  const untouched = markOn('worker/9')
  const view = { ...stageNow().map.getView().getState() }
  change([worker(1, 50, 50, { grade: 'emergency' }), worker(2, 80, 50, { grade: 3 }), worker(3, 50, 50), away])
  const now = page.getByRole('dialog', { name: 'ここにいる2人' })
  await expect.element(now).toBeVisible()
  expect(
    now
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['作業者1', '作業者3'])
  await expect.poll(shownMarks).toContain('worker/2')
  // A person who left the group is not part of the opened mark any more.
  expect(openedMarks()).toEqual(['together/1'])
  expect(markOn('worker/9')).toBe(untouched)
  expect(stageNow().map.getView().getState()).toMatchObject({ center: view.center, resolution: view.resolution })

  for (const type of ['pointerdown', 'pointerup']) pointer(type, middleOf('worker/2'))
  await expect.element(page.getByRole('dialog', { name: '作業者2' })).toBeVisible()
  expect(openedMarks()).toEqual(['worker/2'])

  pointer('pointerdown', { x: 60, y: 500 })
  pointer('pointerup', { x: 60, y: 500 })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('an update that changes nothing paints nothing', async () => {
  const workers = [worker(1, 50, 50), worker(2, 20, 20)]
  const { change } = await withPeople(workers)
  const painted = vi.fn()
  stageNow().map.on('postrender', painted)
  const paintedWithin = async (ms: number) => {
    painted.mockClear()
    await wait(ms)
    return painted.mock.calls.length
  }
  await expect.poll(() => paintedWithin(200)).toBe(0)
  change([...workers])
  await wait(200)
  expect(painted).not.toHaveBeenCalled()
  change([workers[0]!, worker(2, 25, 20)])
  await expect.poll(() => painted.mock.calls.length).toBeGreaterThan(0)
})

test('the marks are reached, opened and left by keyboard, the most urgent first', async () => {
  const { picked } = await withPeople([
    worker(1, 20, 20),
    worker(2, 60, 60, { grade: 'emergency', name: '佐々木　隆' }),
    worker(3, 80, 20, { grade: 1 }),
  ])
  const marks = page.getByRole('group', { name: /^作業者。/ })
  marks.getByRole('button').first().element().focus()
  await expect.element(page.getByRole('button', { name: '佐々木　隆　緊急' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('button', { name: '作業者3　注意' })).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('button', { name: '作業者1　安全' })).toHaveFocus()
  const { center } = stageNow().map.getView().getState()
  await userEvent.keyboard('{Enter}')
  const box = page.getByRole('dialog', { name: '作業者1' })
  await expect.element(box).toHaveFocus()
  expect(picked.mock.calls).toEqual([[[1]]])
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '作業者1　安全' })).toHaveFocus()
  expect(stageNow().map.getView().getState().center).toEqual(center)
})

test('the buttons scale a drawing by 0.6 of a step', async () => {
  await withPeople([worker(1, 50, 50)])
  const zoom = () => stageNow().map.getView().getZoom() ?? Number.NaN
  const before = zoom()
  await page.getByRole('button', { name: '拡大する' }).click()
  await expect.poll(() => zoom() - before).toBeCloseTo(0.6)
  await page.getByRole('button', { name: '縮小する' }).click()
  await expect.poll(() => zoom() - before).toBeCloseTo(0)
})

test('one finger moves the drawing, two scale it', async () => {
  await withPeople([worker(1, 50, 50)])
  const finger = (id: number) => ({ pointerId: id, pointerType: 'touch', isPrimary: id === 1 })
  const before = stageNow().map.getView().getState()
  const start = { x: 300, y: 400 }
  pointer('pointerdown', start, finger(1))
  for (let away = 20; away <= 100; away += 20) pointer('pointermove', { x: start.x + away, y: start.y }, finger(1))
  pointer('pointerup', { x: start.x + 100, y: start.y }, finger(1))
  await expect
    .poll(() => Math.round(((stageNow().map.getView().getCenter()?.[0] ?? 0) - before.center[0]!) / before.resolution))
    .toBeLessThan(-50)

  const middle = { x: 700, y: 300 }
  pointer('pointerdown', { x: middle.x - 40, y: middle.y }, finger(1))
  pointer('pointerdown', { x: middle.x + 40, y: middle.y }, finger(2))
  for (let apart = 50; apart <= 120; apart += 10) {
    pointer('pointermove', { x: middle.x - apart, y: middle.y }, finger(1))
    pointer('pointermove', { x: middle.x + apart, y: middle.y }, finger(2))
  }
  pointer('pointerup', { x: middle.x + 120, y: middle.y }, finger(2))
  pointer('pointerup', { x: middle.x - 120, y: middle.y }, finger(1))
  await expect.poll(() => (stageNow().map.getView().getResolution() ?? 1) / before.resolution).toBeLessThan(0.6)
})

test('a drawing that cannot be read causes a message, and everybody is still drawn at their place', async () => {
  await mount(() => (
    <MapCanvas
      geometry={{ ...onDrawing, picture: { url: 'data:image/png;base64,AAAA', width: 1_200, height: 600 } }}
      label="A工区"
      height={600}
    >
      <WorkerLayer workers={[worker(1, 50, 50)]} labels selected={null} onPick={() => undefined} />
    </MapCanvas>
  ))
  await expect.element(page.getByText(/図面を読み込めませんでした。/)).toBeVisible()
  await expect.poll(() => shownMarks()).toEqual(['worker/1'])
})

const corner = ([x, y]: readonly [number, number]): LonLat => lonLatOf([15_550_000 + x, 4_250_000 + y])
/** Laid 400 m wide and 200 m high on the world, whose saved view shows it small, or so large that it is not seen whole. */
const laid = (zoom: number): MapGeometry => ({
  ...onDrawing,
  type: 3,
  corners: [corner([-200, 100]), corner([200, 100]), corner([200, -100]), corner([-200, -100])],
  centre: corner([30, 0]),
  zoom,
})

const withLaid = async (zoom: number, opensWhole: boolean) => {
  delete seen.stage
  await mount(() => (
    <MapCanvas geometry={laid(zoom)} label="B工区 屋上" height={600} opensWhole={opensWhole}>
      <Stand />
    </MapCanvas>
  ))
  await expect.poll(() => seen.stage?.map.getSize()).toBeDefined()
  const view = stageNow().map.getView()
  const [width = 0, height = 0] = stageNow().map.getSize() ?? []
  return { width, height, resolution: view.getResolution() ?? 0, x: Math.round((view.getCenter()?.[0] ?? 0) - 15_550_000) }
}

test('a drawing on the world opens as large as it can be, unless it was saved larger', async () => {
  const small = await withLaid(14, true)
  expect(small.x).toBe(0)
  expect(Math.max(400 / (small.width - 48), 200 / (small.height - 48))).toBeCloseTo(small.resolution)
})

test('a drawing on the world that was saved larger opens as it was saved', async () => {
  const { x, resolution } = await withLaid(21, true)
  expect(x).toBe(30)
  expect(resolution).toBeCloseTo(metresAtZoom0 / 2 ** 21)
})

test('where its view itself is set, a map opens with the saved one', async () => {
  const { x, resolution } = await withLaid(14, false)
  expect(x).toBe(30)
  expect(resolution).toBeCloseTo(metresAtZoom0 / 2 ** 14)
})

test.each([true, false])('a released map glides further, unless less motion is asked for: %s', async (less) => {
  const real = globalThis.matchMedia.bind(globalThis)
  const media = vi.spyOn(globalThis, 'matchMedia')
  media.mockImplementation((query) => {
    const list = real(query)
    return query.includes('reduced-motion') ? Object.defineProperty(list, 'matches', { value: less }) : list
  })
  await withPeople([worker(1, 50, 50)])
  const start = { x: 300, y: 400 }
  pointer('pointerdown', start)
  // So far at a time that it is a swing also where a machine takes half a second between two of them.
  for (let away = 40; away <= 400; away += 40) {
    await wait(20)
    pointer('pointermove', { x: start.x + away, y: start.y })
  }
  pointer('pointerup', { x: start.x + 400, y: start.y })
  media.mockRestore()
  expect(stageNow().map.getView().getAnimating()).toBe(!less)
})

test('what a device measures is shown beside it instead of its name, and is read out', async () => {
  await mount(() => (
    <MapCanvas geometry={onDrawing} label="A工区 3F" height={600}>
      <Stand />
      <DeviceLayer
        devices={[device('heat/000101', 50, 50, { word: 'heat', name: '南側', value: '31.5℃' })]}
        selected={null}
        labels={false}
        onPick={() => undefined}
      />
    </MapCanvas>
  ))
  await expect.element(page.getByRole('button', { name: '暑さ指数計　南側　31.5℃' })).toBeVisible()
  expect(stageNow().board.all()[0]).toMatchObject({ mark: { plate: { text: '31.5℃' } }, plate: expect.anything() })
})

test('moving the map brings a name to the side where it is not cut off', async () => {
  await withPeople([worker(1, 50, 50, { grade: 'emergency', name: '佐々木　隆' })])
  const plate = () => stageNow().board.all()[0]?.plate?.x ?? 0
  await expect.poll(plate).toBeGreaterThan(0)
  const view = stageNow().map.getView()
  const [x = 0, y = 0] = view.getCenter() ?? []
  const [width = 0] = stageNow().map.getSize() ?? []
  view.setCenter([x - (width / 2 - 40) * (view.getResolution() ?? 1), y])
  await expect.poll(plate).toBeLessThan(0)
})
