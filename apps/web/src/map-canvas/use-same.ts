import { useState } from 'react'

/** A list that stays the very same one while its items do: what nobody changed is not redrawn. */
export const useSame = <T>(list: readonly T[]): readonly T[] => {
  const [same, setSame] = useState(list)
  if (list === same || (list.length === same.length && list.every((item, at) => item === same[at]))) return same
  setSame(list)
  return list
}
