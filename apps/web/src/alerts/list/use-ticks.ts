import { useCallback, useState } from 'react'

/** Which of a person's alerts are to be confirmed: all of them until somebody takes some out. */
export const useTicks = () => {
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const isTicked = useCallback((id: number) => !out.has(id), [out])
  const setTicked = useCallback(
    (ids: readonly number[], ticked: boolean) =>
      setOut((before) => {
        const next = new Set(before)
        for (const id of ids) {
          if (ticked) next.delete(id)
          else next.add(id)
        }
        return next
      }),
    [],
  )
  return { isTicked, setTicked }
}
