import { MINUTES_REMEMBERED, type MinuteValues } from './minute-values.ts'

// Node and browsers have both; the types of neither are read here.
declare function btoa(bytes: string): string
declare function atob(text: string): string

const MASK_BYTES = Math.ceil(MINUTES_REMEMBERED / 8)

/** Minutes as text: a byte of each value, then a bit of each that a reading gave. */
export function packMinutes({ cells }: MinuteValues): string {
  const bytes = Array.from({ length: MINUTES_REMEMBERED + MASK_BYTES }, (_, index) => (cells[index] ?? 0) >> 1)
  for (const [index, cell] of cells.entries()) {
    const place = MINUTES_REMEMBERED + (index >> 3)
    bytes[place] = (bytes[place] as number) | ((cell & 1) << (index & 7))
  }
  return btoa(String.fromCharCode(...bytes))
}

/** The minutes that were stored. */
export function unpackMinutes(newest: number, text: string): MinuteValues {
  const bytes = Array.from(atob(text), (character) => character.charCodeAt(0))
  const cells = bytes.slice(0, MINUTES_REMEMBERED).map((bpm, index) => {
    const mask = bytes[MINUTES_REMEMBERED + (index >> 3)] as number
    return bpm * 2 + ((mask >> (index & 7)) & 1)
  })
  return { newest, cells }
}
