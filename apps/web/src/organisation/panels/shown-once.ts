import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '../../kit/dialogs.ts'

type Question = { readonly body: string; readonly verb: string }

/**
 * For what is shown once and never again, in a dialog: anyone who has not kept it is asked before it goes, by the button,
 * by Escape, by Back, and as the tab closes.
 * @param question what is asked at that moment
 */
export const useShownOnce = (question: () => Question, onClose: () => void): { readonly keep: () => void; readonly close: () => void } => {
  const isSaved = useRef(false)
  const mayGo = async () => {
    isSaved.current ||= await confirm({ ...question(), cancel: '戻る' })
    return isSaved.current
  }
  useBlocker({ enableBeforeUnload: () => !isSaved.current, shouldBlockFn: async () => !(await mayGo()) })
  return {
    keep: () => {
      isSaved.current = true
    },
    close: () => void mayGo().then((may) => may && onClose()),
  }
}
