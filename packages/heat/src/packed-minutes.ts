import type { MinuteValues } from './minute-values.ts'

/** The character of an empty cell: from here on none has to be written as several in JSON. */
const FIRST_CHARACTER = 0x100

/** Minutes as text, a character each: quicker to write with every reading than anything denser. */
export function packMinutes({ cells }: MinuteValues): string {
  return String.fromCharCode(...cells.map((cell) => cell + FIRST_CHARACTER))
}

/** The minutes that were stored. */
export function unpackMinutes(newest: number, text: string): MinuteValues {
  return { newest, cells: Array.from(text, (character) => character.charCodeAt(0) - FIRST_CHARACTER) }
}
