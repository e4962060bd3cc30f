import type { Palette } from '../platform/tokens.ts'

/** How things look on the canvas now. */
export type Look = { readonly palette: Palette; readonly isDark: boolean; readonly ratio: number }

/** Something drawn once and put in many places: its size in CSS pixels and the drawing itself. */
export type Sprite = { readonly width: number; readonly height: number; readonly canvas: HTMLCanvasElement }

type Draw = (context: CanvasRenderingContext2D, look: Look) => void

// A name plate at twice the density is some 60 KB.
const mostSprites = 1_200

/** Keeps what was drawn for a look, oldest thrown away first, so that a frame only copies. */
export const createSprites = (look: Look) => {
  const cached = new Map<string, Sprite>()
  const make = (width: number, height: number, draw: Draw): Sprite => {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width * look.ratio)
    canvas.height = Math.ceil(height * look.ratio)
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.scale(look.ratio, look.ratio)
      draw(context, look)
    }
    return { width, height, canvas }
  }
  return {
    look,
    /** The sprite of a key, drawn where it is not kept. */
    of: (key: string, width: number, height: number, draw: Draw): Sprite => {
      const found = cached.get(key)
      if (found !== undefined) return found
      const sprite = make(width, height, draw)
      cached.set(key, sprite)
      const [oldest] = cached.keys()
      if (cached.size > mostSprites && oldest !== undefined) cached.delete(oldest)
      return sprite
    },
  }
}

export type Sprites = ReturnType<typeof createSprites>
