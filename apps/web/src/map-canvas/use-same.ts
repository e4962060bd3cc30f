import { useState } from 'react'

/** A list that stays the very same one while its items do: what nobody changed is not redrawn. */
export const useSame = <T>(list: readonly T[]): readonly T[] => {
  const [kept, setKept] = useState(list)
  if (list === kept || (list.length === kept.length && list.every((item, at) => item === kept[at]))) return kept
  setKept(list)
  return list
}
