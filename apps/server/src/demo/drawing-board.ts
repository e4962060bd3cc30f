import { encodePng } from './png.ts'

/** Greys of a drawing, 0 black to 255 paper. */
export const ink = { wall: 60, column: 90, line: 140, faint: 205, hatch: 185, paper: 252 } as const

// Five by seven dots a sign, a row a number: all that axis marks need.
const signs: Record<string, readonly number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 6, 8, 16, 31],
  '3': [14, 17, 1, 6, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  N: [17, 25, 21, 19, 17, 17, 17],
}

/** A sheet of paper to draw a plan on; positions in pixels from the top left. */
export class DrawingBoard {
  readonly width: number
  readonly height: number
  readonly #pixels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#pixels = new Uint8Array(width * height).fill(ink.paper)
  }

  /** A filled rectangle. */
  fill(x: number, y: number, width: number, height: number, grey: number): void {
    const from = Math.max(0, Math.round(x))
    const to = Math.min(this.width, Math.round(x + width))
    for (let row = Math.max(0, Math.round(y)); row < Math.min(this.height, Math.round(y + height)); row += 1)
      this.#pixels.fill(grey, row * this.width + from, row * this.width + Math.max(from, to))
  }

  /** The outline of a rectangle. */
  frame(x: number, y: number, width: number, height: number, grey: number, thick = 2): void {
    this.fill(x, y, width, thick, grey)
    this.fill(x, y + height - thick, width, thick, grey)
    this.fill(x, y, thick, height, grey)
    this.fill(x + width - thick, y, thick, height, grey)
  }

  /** A straight line; `dash` leaves every other stretch of so many pixels out. */
  line(x1: number, y1: number, x2: number, y2: number, grey: number, thick = 1, dash = 0): void {
    const length = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))
    for (let step = 0; step <= length; step += 1) {
      if (dash > 0 && Math.floor(step / dash) % 2 === 1) continue
      const share = length === 0 ? 0 : step / length
      this.fill(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, thick, thick, grey)
    }
  }

  circle(x: number, y: number, radius: number, grey: number): void {
    for (let angle = 0; angle < 360; angle += 1)
      this.fill(x + radius * Math.cos((angle * Math.PI) / 180), y + radius * Math.sin((angle * Math.PI) / 180), 2, 2, grey)
  }

  /** An axis mark such as X3, its middle at a point. */
  mark(text: string, x: number, y: number, grey: number, dot = 2): void {
    const left = x - (text.length * 6 * dot) / 2
    for (let place = 0; place < text.length; place += 1)
      signs[text.charAt(place)]?.forEach((bits, row) => {
        for (let column = 0; column < 5; column += 1)
          if ((bits >> (4 - column)) & 1) this.fill(left + (place * 6 + column) * dot, y + (row - 3.5) * dot, dot, dot, grey)
      })
  }

  toPng(): Buffer {
    return encodePng(this.width, this.height, this.#pixels)
  }
}
