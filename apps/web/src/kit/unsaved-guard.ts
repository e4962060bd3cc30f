import { message } from '@mimamori/contract/messages'
import { useBlocker } from '@tanstack/react-router'
import { confirm } from './dialogs.ts'

/** Asks whether what was typed may be lost, as the verb says. */
export const askToLose = (verb: string): Promise<boolean> => confirm({ body: message('C018'), verb, cancel: '編集に戻る' })

/**
 * Asks before unsaved changes are lost, within the console and when the tab closes: by another screen, and by another
 * search of the same one, since Back and the menu lead there too. `isDirty` is asked at that moment, so that a save may
 * navigate at once.
 * @param isDirty whether anything is lost; `next` is the search of the same screen that is asked for, undefined where the
 * screen is left
 */
export const useUnsavedGuard = (isDirty: (next?: Record<string, unknown>) => boolean): void => {
  useBlocker({
    enableBeforeUnload: () => isDirty(),
    shouldBlockFn: async ({ current, next }) => {
      const isSameScreen = current.pathname === next.pathname
      if (isSameScreen && JSON.stringify(current.search) === JSON.stringify(next.search)) return false
      if (!isDirty(isSameScreen ? next.search : undefined)) return false
      return !(await askToLose('保存せずに移動'))
    },
  })
}
