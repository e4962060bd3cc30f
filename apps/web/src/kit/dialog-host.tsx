import { useEffect, useSyncExternalStore } from 'react'
import { currentDialogs, subscribeDialogs } from './dialogs.ts'
import { heedDoubleClicks } from './double-click.ts'
import { laterInLook } from './in-look.tsx'

/** Loaded with the first question; ahead of it once the console is calm. */
export const ShownDialog = laterInLook(async () => (await import('./shown-dialog.tsx')).ShownDialog)

/** Where the dialogs of `confirm`, `showSuccess` and `showFailure` appear. Rendered once, in the shell. */
export const DialogHost = () => {
  useEffect(() => {
    addEventListener('click', heedDoubleClicks, { capture: true })
    return () => removeEventListener('click', heedDoubleClicks, { capture: true })
  }, [])
  const dialogs = useSyncExternalStore(subscribeDialogs, currentDialogs)
  return dialogs.map((dialog) => <ShownDialog key={dialog.id} dialog={dialog} />)
}
