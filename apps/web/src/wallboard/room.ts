import type { Room } from './use-screen-care.ts'

/** How a screen is divided: heat beside the people, or above them. */
export type Frame = {
  readonly shape: 'wide' | 'tall'
  /** Pixels of one unit; all sizes of the board are in units, 1,920 × 1,080 of them on a wide screen. */
  readonly unit: number
  /** True where a line has no room for all it could say. */
  readonly narrow: boolean
}

const wideScreen: Room = { width: 1_920, height: 1_080 }
const tallScreen: Room = { width: 1_080, height: 1_728 }
/** Below this nothing could be read; a small screen shows fewer people instead. */
const leastUnit = 0.58
const narrowBelow = 760

/** The frame for a window of so many pixels. */
export const frameFor = ({ width, height }: Room): Frame => {
  const shape = width >= height * 1.1 ? 'wide' : 'tall'
  const full = shape === 'wide' ? wideScreen : tallScreen
  const unit = Math.max(leastUnit, Math.min(width / full.width, height / full.height))
  return { shape, unit, narrow: width / unit < narrowBelow }
}

const gap = 12
const leastCardWidth = 440
const cardHeight = 126
/** Where more need help than have a seat, everybody moves closer together. */
const denseHeight = 102
const bandHeight = 176
const lowBandHeight = 120
const headingHeight = 56

export type Seats = {
  readonly columns: number
  /** How many emergencies are shown; the rest are counted. */
  readonly emergencies: number
  /** How many others. */
  readonly people: number
  /** True where they sit closer, so that more of them have a seat. */
  readonly dense: boolean
}

// What is measured may be some hundredths short.
const slack = 1
const rowsIn = (height: number, row: number) => Math.max(0, Math.floor((height + slack + gap) / (row + gap)))

/** So many of `all` are shown in so many seats: one seat is needed to count those without. */
export const seated = (all: number, seats: number): number => (all <= seats ? all : Math.max(0, seats - 1))

/**
 * Who has a seat in a place of so many units. Emergencies come first, each across the whole width, and leave room for at
 * least a row of others where there are any. Nothing scrolls: who has no seat is counted.
 */
export const seatsIn = ({ width, height }: Room, emergencies: number, people: number): Seats => {
  const columns = Math.max(1, Math.floor((width + gap) / (leastCardWidth + gap)))
  const others = people === 0 ? 0 : headingHeight + denseHeight + gap
  const alone = emergencies === 1
  const rows = alone ? 1 : Math.max(1, rowsIn(height - others, lowBandHeight))
  const shown = alone ? 1 : seated(emergencies, rows)
  const used = alone ? bandHeight + gap : Math.min(rows, emergencies) * (lowBandHeight + gap)
  const left = height - used - headingHeight
  const apart = seated(people, rowsIn(left, cardHeight) * columns)
  const closer = seated(people, rowsIn(left, denseHeight) * columns)
  return { columns, emergencies: shown, people: Math.max(apart, closer), dense: closer > apart }
}

const lineHeight = 58

/** How many of `all` lines of a list fit in a place. */
export const linesIn = ({ width, height }: Room, all: number): number =>
  seated(all, Math.floor((height + slack) / lineHeight) * (width >= 900 ? 2 : 1))

const characterWidth = 26
const widthOf = (text: string) => Array.from(text).reduce((sum, character) => sum + (character < '\u2000' ? 0.6 : 1), 0) * characterWidth
const mostNamed = 100

/** As many names as fit a line, and how many more there are: 正門、高橋 ほか3. */
export const namesIn = ({ count, names }: { readonly count: number; readonly names: readonly string[] }, width: number): string => {
  const all = names.length < mostNamed ? names.length : count
  const textOf = (shown: number) => `${names.slice(0, shown).join('、')}${all > shown ? ` ほか${all - shown}` : ''}`
  for (let shown = names.length; shown > 0; shown--) if (widthOf(textOf(shown)) <= width) return textOf(shown)
  return ''
}
