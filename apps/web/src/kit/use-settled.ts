import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { sessionStore } from '../platform/api.ts'
import { onwardPath, settlingPath } from '../platform/navigation.ts'
import { renewViewer } from '../platform/viewer.ts'
import { showFailure } from './dialogs.ts'

/** Continues once something is settled: to the next thing to settle, else to where the person wanted to go. */
export const useSettled = (): (() => void) => {
  const router = useRouter()
  return useCallback(() => {
    const proceed = async () => {
      const viewer = await renewViewer()
      router.history.replace(settlingPath(viewer.owed) ?? onwardPath(viewer, sessionStore.takePath()))
    }
    proceed().catch(showFailure)
  }, [router])
}
