import { page } from 'vitest/browser'
import type { CanvasDevice } from './device-layer.tsx'
import type { MapGeometry } from './map-geometry.ts'
import type { CanvasWorker } from './worker-layer.tsx'

/** A drawing of a storey, 1,200 by 600 pixels, as an address of its own. */
export const drawing = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><rect width="1200" height="600" fill="#fff"/><path d="M100 60H1100V540H100ZM600 60V540M100 300H1100" fill="none" stroke="#000" stroke-width="6"/></svg>',
)}`

export const onDrawing: MapGeometry = {
  type: 1,
  picture: { url: drawing, width: 1_200, height: 600 },
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

export const map = page.getByRole('region', { name: 'A工区 3F' })
