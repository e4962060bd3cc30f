import { useState, type SyntheticEvent } from 'react'
import { giveFocusBack } from './dialogs.ts'

type Opener = {
  readonly isOpen: boolean
  /** For the button that opens the dialog. */
  readonly open: (event: SyntheticEvent) => void
  /** Closes it and puts the focus back on that button. */
  readonly close: () => void
}

/** A dialog that is drawn only while it is open. */
export const useOpener = (): Opener => {
  const [opener, setOpener] = useState<Element>()
  const close = () => {
    setOpener(undefined)
    queueMicrotask(() => giveFocusBack(opener ?? null))
  }
  return { isOpen: opener !== undefined, open: (event) => setOpener(event.currentTarget), close }
}
