import { useEffect } from 'react'

/** Has the browser ask before the tab is closed or loaded again, while something would be lost. */
export const useLeavingQuestion = (isLost: boolean): void =>
  useEffect(() => {
    if (!isLost) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isLost])
