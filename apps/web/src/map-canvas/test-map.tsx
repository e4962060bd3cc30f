import type { CanvasDevice } from './device-layer.tsx'
import type { MapGeometry } from './map-geometry.ts'
import type { CanvasWorker } from './worker-layer.tsx'

/** A drawing of a storey, 1,200 by 600 pixels, as an address of its own. */
const drawStorey = (): string => {
  const canvas = document.createElement('canvas')
  canvas.width = 1_200
  canvas.height = 600
  const context = canvas.getContext('2d')
  if (context === null) return ''
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1_200, 600)
  context.strokeRect(100, 60, 1_000, 480)
  return canvas.toDataURL()
}

export const onDrawing: MapGeometry = {
  type: 1,
  picture: { url: drawStorey(), width: 1_200, height: 600 },
  corners: null,
  centre: [139.767125, 35.681236],
  zoom: 14,
  rotation: 0,
}

export const device = (key: string, x: number, y: number, more: Partial<CanvasDevice> = {}): CanvasDevice => ({
  key,
  word: 'main',
  name: key.split('/')[1] ?? key,
  spot: { kind: 'percent', x, y },
  description: null,
  ...more,
})

export const worker = (userId: number, x: number, y: number, more: Partial<CanvasWorker> = {}): CanvasWorker => ({
  userId,
  name: `作業者${userId}`,
  grade: 0,
  isSilent: false,
  isReported: false,
  hasNoHeartRate: false,
  heartRate: 90,
  spot: { kind: 'percent', x, y },
  note: '',
  baseName: '拠点',
  groupName: null,
  ...more,
})

/** The button over a mark. */
export const markOn = (key: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-mark="${key}"]`)

/** The middle of a mark on the screen. */
export const middleOf = (key: string): { readonly x: number; readonly y: number } => {
  const { x = 0, y = 0, width = 0, height = 0 } = markOn(key)?.getBoundingClientRect() ?? {}
  return { x: x + width / 2, y: y + height / 2 }
}

/** What a pointer does at a place of the window, for whatever lies there. */
export const pointer = (type: string, { x, y }: { readonly x: number; readonly y: number }, more: PointerEventInit = {}): void => {
  const event = new PointerEvent(type, {
    clientX: x,
    clientY: y,
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
    button: 0,
    buttons: type === 'pointerup' ? 0 : 1,
    bubbles: true,
    cancelable: true,
    ...more,
  })
  const under = document.elementFromPoint(x, y) ?? document.querySelector('.ol-viewport') ?? document.body
  under.dispatchEvent(event)
}
