import { useEffect } from 'react'
import { sendOwnLanguage } from '../platform/language.ts'
import { useViewer } from '../platform/viewer.ts'

/** Sends a language that somebody chose before the server could know it. */
export const useLanguageSending = (): void => {
  const viewer = useViewer()
  useEffect(() => {
    const send = () => void sendOwnLanguage(viewer)
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [viewer])
}
