import type { FrameState } from 'ol/Map.js'
import type { Look, Sprites } from './sprites.ts'

/** What a painter draws with: a context in CSS pixels, and where a coordinate lies. */
export type Frame = {
  readonly context: CanvasRenderingContext2D
  readonly look: Look
  readonly sprites: Sprites
  readonly size: readonly [width: number, height: number]
  readonly resolution: number
  readonly rotation: number
  readonly toPixel: (at: readonly [number, number]) => readonly [x: number, y: number]
}

/** A canvas over the whole map, redrawn for each frame by painters, the lowest first. */
export const createScreen = () => {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'position:absolute;inset:0'
  const context = canvas.getContext('2d')

  return (state: FrameState, sprites: Sprites, painters: readonly ((frame: Frame) => void)[]): HTMLCanvasElement => {
    const [width = 0, height = 0] = state.size
    const ratio = state.pixelRatio
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across
      canvas.height = down
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    if (context === null) return canvas
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, across, down)
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = state.coordinateToPixelTransform
    const frame: Frame = {
      context,
      look: sprites.look,
      sprites,
      size: [width, height],
      resolution: state.viewState.resolution,
      rotation: state.viewState.rotation,
      toPixel: ([x, y]) => [a * x + c * y + e, b * x + d * y + f],
    }
    for (const paint of painters) {
      context.save()
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      paint(frame)
      context.restore()
    }
    return canvas
  }
}
