import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { cornersOfTexts } from '../../map-canvas/corner-text.ts'
import { metresBetween } from '../../map-canvas/mercator.ts'
import { cornersOf, defaultPlacement, placementOf, type Corners } from '../../map-canvas/overlay-geometry.ts'
import { type MapGeometryDraft, type MapPlace, nowhere } from '../map-place.ts'
import { PositionDialog } from './position-dialog.tsx'

const size = { width: 1000, height: 700 }

const onTake = vi.fn<(place: MapPlace) => void>()
const onClose = vi.fn()
afterEach(() => {
  onTake.mockReset()
  onClose.mockReset()
})

const paper = (): string => {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  context?.fillRect(100, 100, 800, 500)
  return canvas.toDataURL()
}

const map = (change: Partial<MapGeometryDraft> = {}): MapGeometryDraft => ({
  type: 3,
  picture: { url: paper(), ...size },
  ...nowhere,
  ...change,
})

const dialog = page.getByRole('dialog')
const part = (name: string) => dialog.getByRole('group', { name })
const box = (group: string, name: string) => part(group).getByRole('textbox', { name, exact: true })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const sheet = dialog.getByRole('application')

/** A dialog ignores pointers until its opening animation ends. */
const opened = async () => {
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => dialog.element().closest('.ant-modal-wrap')?.getAnimations({ subtree: true }).length).toBe(0)
}

const open = async (geometry = map()) => {
  await mount(() => <PositionDialog geometry={geometry} onTake={onTake} onClose={onClose} />)
  await opened()
}

/** A dialog that closes, and opens again on what was taken. */
const Again = () => {
  const [geometry, setGeometry] = useState(map)
  const [isOpen, setOpen] = useState(true)
  const take = (place: MapPlace) => {
    onTake(place)
    setGeometry({ ...geometry, ...place })
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        開く
      </button>
      {isOpen && <PositionDialog geometry={geometry} onTake={take} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Waits until the drawing no longer moves: the view of the map reaches it gradually. */
const atRest = async () => {
  let [place, times] = ['', 0]
  const isSame = () => {
    const now = JSON.stringify(sheet.element().getBoundingClientRect())
    times = now === place ? times + 1 : 0
    place = now
    return times
  }
  await expect.poll(isSame, { interval: 50 }).toBeGreaterThan(5)
}

/** Opened, and the drawing brought into sight. */
const openDrawing = async (geometry = map()) => {
  await open(geometry)
  await expect.poll(() => sheet.element().getBoundingClientRect().width).toBeGreaterThan(200)
  await atRest()
}

const taken = async (): Promise<{ place: MapPlace; corners: Corners }> => {
  await button('この位置にする').click()
  await expect.poll(() => onTake).toHaveBeenCalled()
  const [place] = onTake.mock.calls.at(-1) ?? []
  const corners = place && cornersOfTexts(place)
  if (!place || !corners) throw new Error('nothing was taken')
  return { place, corners }
}

const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

type At = { readonly x: number; readonly y: number }

/** Where a point of this page lies in the window that the browser's own input counts from. */
const inWindow = ({ x, y }: At): At => {
  const frame = window.frameElement?.getBoundingClientRect()
  const scale = frame === undefined ? 1 : frame.width / window.innerWidth
  return { x: (frame?.left ?? 0) + x * scale, y: (frame?.top ?? 0) + y * scale }
}

const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: At) =>
  cdp().send('Input.dispatchMouseEvent', {
    type,
    ...inWindow(at),
    button: 'left',
    buttons: type === 'mouseReleased' ? 0 : 1,
    clickCount: 1,
  })

const drag = async (from: At, to: At) => {
  await mouse('mousePressed', from)
  await mouse('mouseMoved', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  await mouse('mouseMoved', to)
  await mouse('mouseReleased', to)
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly At[]) =>
  cdp().send('Input.dispatchTouchEvent', { type, touchPoints: points.map((at, id) => ({ ...inWindow(at), id })) })

test('a drawing that nobody has placed opens 100 m wide in the middle of the map, large enough to hold', async () => {
  await openDrawing()
  await expect.element(box('図面', '緯度')).toHaveValue('35.681236')
  await expect.element(box('図面', '拡大')).toHaveValue('0.2')
  await expect.element(part('図面').getByText(/横 100 m・縦 70 m/)).toBeVisible()
  await expect.element(button('一つ戻す')).toBeDisabled()
  const { corners } = await taken()
  expect(metresBetween(corners[0], cornersOf(size, defaultPlacement)[0])).toBeLessThan(0.01)
  expect(onClose).toHaveBeenCalledOnce()
})

test('the mouse moves the drawing, turns it by its handle and pulls a single corner', async () => {
  await openDrawing()
  const before = middleOf(sheet.element())
  await drag(before, { x: before.x + 80, y: before.y - 40 })
  await expect.poll(() => middleOf(sheet.element()).x - before.x).toBeCloseTo(80, 0)
  expect(middleOf(sheet.element()).y - before.y).toBeCloseTo(-40, 0)

  const { width } = sheet.element().getBoundingClientRect()
  const corner = middleOf(button('図面の左下の角。矢印キーで動かす').element())
  await drag(corner, { x: corner.x - 30, y: corner.y })
  await expect.poll(() => sheet.element().getBoundingClientRect().width).toBeCloseTo(width + 30, 0)
  await button('ゆがみを直す').click()
  await expect.poll(() => sheet.element().getBoundingClientRect().width).not.toBeCloseTo(width + 30, 0)

  const middle = middleOf(sheet.element())
  const handle = middleOf(button('図面を回す。[と]のキーで回転').element())
  const arm = Math.hypot(handle.x - middle.x, handle.y - middle.y)
  await drag(handle, { x: middle.x + arm, y: middle.y })
  await expect.element(box('図面', '向き')).toHaveValue('90')
})

test('two fingers turn and scale the drawing, one moves it, and the map beneath stays', async () => {
  await openDrawing()
  const { x, y } = middleOf(sheet.element())
  const view = () => box('地図', '緯度').element().getAttribute('value')
  const place = view()
  await touch('touchStart', { x: x - 50, y })
  await touch('touchStart', { x: x - 50, y }, { x: x + 50, y })
  await touch('touchMove', { x: x - 75, y }, { x: x + 75, y })
  await touch('touchMove', { x, y: y - 75 }, { x, y: y + 75 })
  await touch('touchEnd')
  await expect.element(box('図面', '向き')).toHaveValue('90')
  await expect.element(box('図面', '拡大')).toHaveValue('0.3')
  await atRest()
  await touch('touchStart', { x, y })
  await touch('touchMove', { x: x + 10, y })
  await touch('touchMove', { x: x + 60, y })
  await touch('touchEnd')
  await expect.poll(() => middleOf(sheet.element()).x - x).toBeCloseTo(60, 0)
  expect(view()).toBe(place)
  await button('一つ戻す').click()
  await expect.poll(() => middleOf(sheet.element()).x - x).toBeCloseTo(0, 0)
  await button('一つ戻す').click()
  await expect.element(box('図面', '拡大')).toHaveValue('0.2')
  await expect.element(button('一つ戻す')).toBeDisabled()
})

test('every number can be typed, and what is none of them is said and not taken', async () => {
  await openDrawing()
  await box('図面', '緯度').fill('34.5')
  await box('図面', '経度').fill('１３５．５')
  await box('図面', '向き').fill('275.5')
  await box('図面', '拡大').fill('0.5')
  await box('地図', '緯度').fill('34.6')
  await box('地図', '経度').fill('135.6')
  await box('地図', '向き').fill('10')
  await box('地図', '拡大').fill('17.5')
  for (const text of ['', '-']) {
    await box('地図', '拡大').fill(text)
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  }
  await box('図面', '向き').fill('361')
  await expect.element(dialog.getByText('正しくない値です。向きは0から360の間の数値で入力してください。')).toBeVisible()
  await button('この位置にする').click()
  expect(onTake).not.toHaveBeenCalled()
  await expect.element(box('図面', '向き')).toHaveFocus()
  await box('図面', '向き').fill('275.5')
  const { place, corners } = await taken()
  expect(place).toMatchObject({ latitude: 34.6, longitude: 135.6, rotation: 10, zoom: 17.5 })
  expect(place).toMatchObject({ imageLatitude: 34.5, imageLongitude: 135.5, imageRotation: 275.5, imageZoom: 0.5 })
  expect(placementOf(size, corners).imageRotation).toBeCloseTo(275.5, 4)
})

test('a corner is typed as it is saved, and found again when the dialog opens on it', async () => {
  await mount(Again)
  await opened()
  await dialog.getByText(/四隅の位置/).click()
  await box('図面', '図面の左上').fill('35.6818,139.7660')
  await box('図面', '図面の右下').fill('35.6818,139.7660')
  await expect.element(dialog.getByText('正しくない値です。緯度,経度の形で、四隅が順に囲むように入力してください。')).toBeVisible()
  await box('図面', '図面の右下').fill('35.6806,139.7682')
  const { corners } = await taken()
  expect(metresBetween(corners[0], [139.766, 35.6818])).toBeLessThan(0.01)
  expect(metresBetween(corners[2], [139.7682, 35.6806])).toBeLessThan(0.01)
  onTake.mockReset()
  await page.getByRole('button', { name: '開く' }).click()
  await opened()
  const again = await taken()
  for (const [index, corner] of corners.entries()) expect(metresBetween(corner, again.corners[index] ?? [0, 0])).toBeLessThan(0.01)
})

test('keys move, scale and turn what has the focus, and Ctrl+Z takes it back', async () => {
  await openDrawing()
  await expect.element(sheet).toHaveFocus()
  const before = middleOf(sheet.element())
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => middleOf(sheet.element()).y - before.y).toBeCloseTo(10, 0)
  expect(middleOf(sheet.element()).x - before.x).toBeCloseTo(1, 0)
  await userEvent.keyboard('++-')
  await expect.element(box('図面', '拡大')).toHaveValue('0.22')
  await userEvent.keyboard(']]]')
  await expect.element(box('図面', '向き')).toHaveValue('3')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box('図面', '向き')).toHaveValue('2')
})

test('the scale stops at 0.05 and at 10, and the map zooms by the wheel where Shift is not held', async () => {
  await openDrawing(map({ imageZoom: 0.052 }))
  const at = { ...inWindow(middleOf(sheet.element())) }
  const wheel = (deltaY: number, modifiers: number) =>
    cdp().send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY, modifiers })
  await wheel(120, 8)
  await expect.element(box('図面', '拡大')).toHaveValue('0.05')
  await wheel(-120, 8)
  await expect.element(box('図面', '拡大')).toHaveValue('0.055')
  const zoom = box('地図', '拡大').element().getAttribute('value')
  await wheel(240, 0)
  await expect.poll(() => box('地図', '拡大').element().getAttribute('value')).not.toBe(zoom)
  await expect.element(box('図面', '拡大')).toHaveValue('0.055')
})

test('asks before what was moved is lost; Escape in the middle of a drag only takes the drag back', async () => {
  await openDrawing()
  const before = middleOf(sheet.element())
  await mouse('mousePressed', before)
  await mouse('mouseMoved', { x: before.x + 50, y: before.y })
  await expect.poll(() => middleOf(sheet.element()).x - before.x).toBeCloseTo(50, 0)
  await userEvent.keyboard('{Escape}')
  await mouse('mouseReleased', before)
  await expect.poll(() => middleOf(sheet.element()).x - before.x).toBeCloseTo(0, 0)
  expect(onClose).not.toHaveBeenCalled()
  await button('図面を右へ1度回す').click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: '編集に戻る' }).click()
  expect(onClose).not.toHaveBeenCalled()
  await button('最初に戻す').click()
  await expect.element(box('図面', '向き')).toHaveValue('0')
  await button('やめる').click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('the map itself is moved where that is chosen, and the drawing stays on the ground', async () => {
  await openDrawing()
  await dialog.getByText('地図を動かす').click()
  await expect.element(sheet).not.toBeInTheDocument()
  const canvas = dialog.getByRole('group', { name: /^地図。/ }).element()
  const middle = middleOf(canvas)
  await drag(middle, { x: middle.x + 100, y: middle.y })
  await expect.element(box('地図', '経度')).not.toHaveValue('139.767125')
  await expect.element(box('図面', '経度')).toHaveValue('139.767125')
})

test('a map without a drawing has its centre, zoom and rotation alone', async () => {
  await open(map({ type: 2, picture: null, latitude: 35, longitude: 139, zoom: 12 }))
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(part('図面')).not.toBeInTheDocument()
  await box('地図', '向き').fill('45')
  await box('地図', '拡大').fill('1')
  await button('この位置にする').click()
  await expect.poll(() => onTake).toHaveBeenCalled()
  expect(onTake.mock.calls[0]?.[0]).toMatchObject({ latitude: 35, longitude: 139, zoom: 1, rotation: 45, angleCoordinate1: null })
})
