import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './plain-dialog.module.css'

type Props = {
  /** What it is about, for readers of the page. */
  readonly name: string
  /** Called for Escape and a press beside it. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

const marksAbove = '[data-above]'

/** The largest parts of the page that hold neither the dialog nor what lies above it: notices, and words for readers of the page. */
const partsBeneath = (whole: Element, own: Element | null): Element[] =>
  [...whole.children].flatMap((element) => {
    if (element === own || element.matches(marksAbove) || element.hasAttribute('inert')) return []
    return element.querySelector(marksAbove) === null ? [element] : partsBeneath(element, own)
  })

/** What is beneath can be neither pressed nor reached by Tab. What is added later, a question of `confirm`, lies above and can. */
const holdOthers = (own: Element | null): (() => void) => {
  const others = partsBeneath(document.body, own)
  for (const element of others) element.setAttribute('inert', '')
  return () => {
    for (const element of others) element.removeAttribute('inert')
  }
}

/**
 * A dialog made without antd, for what is opened before antd is loaded: a sheet from below on a phone, where the thumb is, and a dialog
 * elsewhere.
 */
export const PlainDialog = ({ name, onLeave, children }: Props) => {
  const layer = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const leave = useRef(onLeave)
  useLayoutEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const release = holdOthers(layer.current)
    box.current?.focus({ preventScroll: true })
    return release
  }, [])
  useEffect(() => {
    const leaveByKey = (event: KeyboardEvent) => {
      const { key, target, isComposing } = event
      // Escape also ends the choice of a word while somebody types Japanese; and a question above answers it itself.
      const isOwn = target === document.body || (target instanceof Node && layer.current?.contains(target) === true)
      if (key !== 'Escape' || isComposing || !isOwn) return
      // A dialog of antd beneath would take it, too.
      event.stopPropagation()
      leave.current()
    }
    const own = layer.current
    let pressed: EventTarget | null = null
    const notePress = ({ target }: PointerEvent) => {
      pressed = target
    }
    // Words that are selected up to beyond the edge end beside it.
    const leaveByPress = ({ target }: MouseEvent) => {
      if (target === own && pressed === own) leave.current()
    }
    document.addEventListener('keydown', leaveByKey)
    own?.addEventListener('pointerdown', notePress)
    own?.addEventListener('click', leaveByPress)
    return () => {
      document.removeEventListener('keydown', leaveByKey)
      own?.removeEventListener('pointerdown', notePress)
      own?.removeEventListener('click', leaveByPress)
    }
  }, [])
  return createPortal(
    <div ref={layer} className={styles['layer']} data-layer>
      <div ref={box} className={styles['box']} role="dialog" aria-modal="true" aria-label={name} tabIndex={-1}>
        {children}
      </div>
    </div>,
    document.body,
  )
}
