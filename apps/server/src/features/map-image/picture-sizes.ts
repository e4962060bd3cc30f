/**
 * The longer sides, in pixels, in which pictures are kept beside their own: the list's small ones, a phone's and a tablet's
 * screen, two of that for sharp screens, and the most that an iPad draws of a square.
 */
const sides = [320, 640, 1280, 2560, 4096] as const

type Pixels = { readonly width: number; readonly height: number }

/**
 * The kept size that is at least so wide, else the largest; undefined where the picture itself is no larger than that.
 * Never more than the largest, however narrow the picture: no tablet could draw it.
 */
export const sideFor = ({ width, height }: Pixels, wanted: number): number | undefined => {
  const longer = Math.max(width, height)
  const needed = (Math.min(wanted, width) * longer) / width
  const side = sides.find((storedSide) => storedSide >= needed) ?? Math.max(...sides)
  return side < longer ? side : undefined
}

/** Under which key a size of a picture is kept. */
export const sizedKey = (key: string, side: number): string => key.replace(/(\.\w+)?$/, `-${side}$1`)

/** Under which keys its sizes may be kept. */
export const sizedKeys = (key: string): string[] => sides.map((side) => sizedKey(key, side))
