/** The least that the columns need, and how high a row is, in pixels. */
export const measures = {
  month: { first: 114, second: 80, row: 22 },
  // A name may take two lines.
  day: { first: 138, second: 90, row: 38 },
  // The site's name is under the group's, in two lines as well.
  sites: { first: 138, second: 164, row: 54 },
  bare: 18,
  hour: 49,
  highest: 84,
  curve: 90,
} as const

/** The measures as variables of the style, with the least width at which every hour can be read. */
export const tableMeasures = (kind: 'month' | 'day' | 'sites', roomy: readonly boolean[]): Record<`--${string}`, string> => {
  const { first, second, row } = measures[kind]
  const hours = roomy.reduce((sum, isRoomy) => sum + (isRoomy ? measures.hour : measures.bare), 0)
  const least = first + second + hours + measures.highest + measures.curve
  return {
    '--row-height': `${row}px`,
    '--width-first': `${first}px`,
    '--width-second': `${second}px`,
    '--width-bare': `${measures.bare}px`,
    '--width-hour': `${measures.hour}px`,
    '--width-highest': `${measures.highest}px`,
    '--width-curve': `${measures.curve}px`,
    '--width-least': `${least}px`,
  }
}
