import { useRef } from 'react'

/** A list that stays the very same one while its items do: what nobody changed is not drawn anew. */
export const useSame = <T>(list: readonly T[]): readonly T[] => {
  const kept = useRef(list)
  const isSame = kept.current.length === list.length && kept.current.every((item, at) => item === list[at])
  if (!isSame) kept.current = list
  return kept.current
}
