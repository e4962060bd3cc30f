import { useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { giveFocusBack } from './dialogs.ts'

type OpenerOf<About> = {
  /** What the dialog that is open is about; undefined where none is. */
  readonly about: About | undefined
  /** For the button that opens the dialog. */
  readonly open: (event: SyntheticEvent, about: About) => void
  /** Closes it and puts the focus back on that button. */
  readonly close: () => void
}

/** A dialog that is drawn only while it is open, about one of several things. */
export const useOpenerOf = <About>(): OpenerOf<About> => {
  const [opened, setOpened] = useState<{ readonly about: About; readonly by: Element }>()
  const close = () => {
    // A dialog that is still there would keep the focus.
    flushSync(() => setOpened(undefined))
    giveFocusBack(opened?.by ?? null)
  }
  return { about: opened?.about, open: (event, about) => setOpened({ about, by: event.currentTarget }), close }
}

type Opener = {
  readonly isOpen: boolean
  /** For the button that opens the dialog. */
  readonly open: (event: SyntheticEvent) => void
  /** Closes it and puts the focus back on that button. */
  readonly close: () => void
}

/** A dialog that is drawn only while it is open. */
export const useOpener = (): Opener => {
  const { about, open, close } = useOpenerOf<true>()
  return { isOpen: about === true, open: (event) => open(event, true), close }
}
