import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './main-pane.module.css'

/** The scrolling pane of the screen. After a navigation the focus goes to its heading, as after a page load. */
export const MainPane = ({ children }: { readonly children: ReactNode }) => {
  const pane = useRef<HTMLElement>(null)
  const arrived = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(arrived)

  useEffect(() => {
    if (before.current === arrived) return
    // The first arrival is a page load: the browser's own focus stays.
    const navigated = before.current !== undefined
    before.current = arrived
    if (!navigated) return
    const heading = pane.current?.querySelector<HTMLElement>('h1[tabindex="-1"]')
    ;(heading ?? pane.current)?.focus({ preventScroll: true })
  }, [arrived])

  return (
    <main ref={pane} id="main" tabIndex={-1} data-scroll-restoration-id="main" className={styles['main']}>
      <div className={styles['content']}>{children}</div>
    </main>
  )
}
