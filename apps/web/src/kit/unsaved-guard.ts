import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { askToLose } from './ask-to-lose.ts'

type IsDirty = (next?: Record<string, unknown>) => boolean

/** The active guards: that of a screen, and that of a dialog in front of it. */
const guards: IsDirty[] = []

/**
 * Asks before unsaved changes are lost, within the console and when the tab closes: by another screen, and by another
 * search of the same one, since Back and the menu lead there too. `isDirty` is asked at that moment, so that a save may
 * navigate at once. Where a dialog and the screen behind it both have changes, one question is for both.
 * @param isDirty whether anything is lost; `next` is the search of the same screen that is asked for, undefined where the
 * screen is left
 */
export const useUnsavedGuard = (isDirty: IsDirty): void => {
  const latest = useRef(isDirty)
  useLayoutEffect(() => {
    latest.current = isDirty
  })
  const own = useRef<IsDirty>(undefined)
  useEffect(() => {
    const guard: IsDirty = (next) => latest.current(next)
    own.current = guard
    guards.push(guard)
    return () => void guards.splice(guards.indexOf(guard), 1)
  }, [])
  useBlocker({
    enableBeforeUnload: () => isDirty(),
    shouldBlockFn: async ({ current, next }) => {
      if (guards.at(-1) !== own.current) return false
      const isSameScreen = current.pathname === next.pathname
      if (isSameScreen && JSON.stringify(current.search) === JSON.stringify(next.search)) return false
      if (!guards.some((guard) => guard(isSameScreen ? next.search : undefined))) return false
      return !(await askToLose('保存せずに移動'))
    },
  })
}
