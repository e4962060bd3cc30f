/**
 * The outlines of the levels that are filled, in a square of 24, and the height of their digit; screens, maps and papers draw
 * them.
 */
export const levelShapes: Record<1 | 2 | 3, { readonly points: string; readonly digitY: number }> = {
  3: { points: '7.25,.55 16.75,.55 23.45,7.25 23.45,16.75 16.75,23.45 7.25,23.45 .55,16.75 .55,7.25', digitY: 16.5 },
  2: { points: '12,1.4 23.3,22.4 .7,22.4', digitY: 19.6 },
  1: { points: '12,.8 23.2,12 12,23.2 .8,12', digitY: 16.5 },
}
