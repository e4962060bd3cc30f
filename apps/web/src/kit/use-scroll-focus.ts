import { useEffect, useRef, type RefObject } from 'react'

/**
 * Lets the keyboard scroll a wide table: its body takes the focus, under the table's name, while it is larger than
 * its place. antd leaves it out of reach where no cell holds a link.
 * @param scroller what scrolls inside the frame
 */
export const useScrollFocus = (name: string, scroller = '.ant-table-body'): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = frame.current?.querySelector(scroller)
    if (body === null || body === undefined) return undefined
    const watch = new ResizeObserver(() => {
      // A table that only scrolls sideways may hide a line's breadth of its last row.
      const isHigh = body.scrollHeight > body.clientHeight && getComputedStyle(body).overflowY !== 'hidden'
      const wide = body.scrollWidth > body.clientWidth || isHigh
      const marks = { tabindex: '0', role: 'region', 'aria-label': name }
      for (const [mark, value] of Object.entries(marks))
        if (wide) body.setAttribute(mark, value)
        else body.removeAttribute(mark)
    })
    watch.observe(body)
    if (body.firstElementChild !== null) watch.observe(body.firstElementChild)
    return () => watch.disconnect()
  })
  return frame
}
