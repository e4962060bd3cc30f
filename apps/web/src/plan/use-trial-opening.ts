import { useRef, useState } from 'react'

const focusOn = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

/**
 * Whether the part in which values are tried is open. It is far from the button that opens it, so the focus follows: to its heading
 * when it is opened by the button, and back to the button when it is closed. An address that opens it moves nothing.
 * @param isOpenAtFirst whether the address tries something
 */
export const useTrialOpening = (isOpenAtFirst: boolean) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isPressed = useRef(false)
  const change = (next: boolean) => {
    isPressed.current = true
    setOpen(next)
  }
  // Both come and go with what they belong to: each is focused once, when it appears after a press.
  const [takeFocus] = useState(() => (element: HTMLElement | null) => {
    if (element === null || !isPressed.current) return
    isPressed.current = false
    focusOn(element)
  })
  return { isOpen, open: () => change(true), close: () => change(false), takeFocus }
}
