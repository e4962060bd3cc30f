import type { Refusal } from '../errors.ts'

/** What may be open at once, and what is answered beyond it. */
export type PlaceBounds = { readonly most: number; readonly refuse: () => Refusal }

/** Counts what is open in this process, such as long answers, by whom it is for. */
export const limitedPlaces = ({ most, refuse }: PlaceBounds) => {
  const open = new Map<number | string, number>()
  /**
   * Takes a place, until the function is called that it hands back.
   * @throws Refusal where the holder has as many as one may have
   */
  return (holder: number | string): (() => void) => {
    const taken = open.get(holder) ?? 0
    if (taken >= most) throw refuse()
    open.set(holder, taken + 1)
    return () => {
      const left = (open.get(holder) ?? 1) - 1
      if (left === 0) open.delete(holder)
      else open.set(holder, left)
    }
  }
}
