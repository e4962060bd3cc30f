import { message } from '@mimamori/contract/messages'
import { useBlocker } from '@tanstack/react-router'
import { confirm } from './dialogs.ts'

/**
 * Asks before a page with unsaved changes is left, within the console and when the tab closes. Filters and pages
 * of the same screen are no leaving. `isDirty` is asked at that moment, so that a save may navigate at once.
 */
export const useUnsavedGuard = (isDirty: () => boolean): void => {
  useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || current.pathname === next.pathname) return false
      return !(await confirm({ body: message('C018'), verb: '保存せずに移動', cancel: '編集に戻る' }))
    },
  })
}
