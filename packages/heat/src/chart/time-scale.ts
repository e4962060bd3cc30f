/** The steps between an axis's times, so that there are some eight of them: minutes. */
const paces = [5, 10, 20, 30, 60, 120]

const minute = 60_000

export type Window = { readonly from: number; readonly to: number }

/** The whole minutes at which the time axis is labelled. */
export const timeTicks = ({ from, to }: Window, most: number): number[] => {
  const length = to - from
  const pace = (paces.find((minutes) => length / (minutes * minute) <= most) ?? 120) * minute
  const first = Math.ceil(from / pace) * pace
  return Array.from({ length: Math.max(0, Math.floor((to - first) / pace) + 1) }, (_, index) => first + index * pace)
}

/** Moves places apart, so that none covers its neighbour, within bounds; the order stays. If not all fit, they are closer. */
export const spaced = (
  places: readonly number[],
  apart: number,
  { min, max }: { readonly min: number; readonly max: number },
): number[] => {
  const least = places.length < 2 ? apart : Math.min(apart, (max - min) / (places.length - 1))
  const moved: number[] = []
  for (const place of places) moved.push(Math.max(place, min, (moved.at(-1) ?? Number.NEGATIVE_INFINITY) + least))
  for (let index = moved.length - 1, limit = max; index >= 0; index -= 1) {
    const place = Math.min(moved[index] ?? limit, limit)
    moved[index] = place
    limit = place - least
  }
  return moved
}
