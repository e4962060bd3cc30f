import { useEffect, useRef, type ReactNode } from 'react'
import styles from './main-pane.module.css'

type Props = {
  /** The path of the screen that is shown; undefined before the first. */
  readonly arrived: string | undefined
  readonly children: ReactNode
}

/** The scrolling pane of the screen. After a navigation the focus goes to its heading, as after a page load. */
export const MainPane = ({ arrived, children }: Props) => {
  const pane = useRef<HTMLElement>(null)
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
