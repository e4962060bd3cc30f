/** The least that the columns need, in pixels. */
const widths = {
  month: { first: 114, second: 80 },
  day: { first: 138, second: 90 },
  bare: 18,
  hour: 49,
  highest: 78,
  curve: 90,
} as const

/** The columns' widths as variables of the style, and the least width at which every hour can be read. */
export const tableWidth = (kind: 'month' | 'day', roomy: readonly boolean[]): Record<`--${string}`, string> => {
  const { first, second } = widths[kind]
  const hours = roomy.reduce((sum, isRoomy) => sum + (isRoomy ? widths.hour : widths.bare), 0)
  const least = first + second + hours + widths.highest + widths.curve
  return {
    '--width-first': `${first}px`,
    '--width-second': `${second}px`,
    '--width-bare': `${widths.bare}px`,
    '--width-hour': `${widths.hour}px`,
    '--width-highest': `${widths.highest}px`,
    '--width-curve': `${widths.curve}px`,
    '--width-least': `${least}px`,
  }
}
