import { useEffect, useRef, type RefObject } from 'react'

const rows = 'tbody tr, ul[aria-label] > li'
const reachable = 'a[href], button:not(:disabled), input:not(:disabled)'

const reachableIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(reachable)]

/** Where the focus was: a row of the list, and how far from that row's end. */
type FocusPosition = { readonly element: HTMLElement; readonly row: Element | null; readonly index: number; readonly fromEnd: number }

const positionOf = (frame: HTMLElement, element: HTMLElement): FocusPosition => {
  const row = element.closest(rows)
  const among = row === null ? [] : reachableIn(row)
  return {
    element,
    row,
    index: row === null ? -1 : [...frame.querySelectorAll(rows)].indexOf(row),
    fromEnd: among.length - among.indexOf(element),
  }
}

const restoreFocus = (frame: HTMLElement, { row, index, fromEnd }: FocusPosition) => {
  const left = [...frame.querySelectorAll(rows)]
  const next = row?.isConnected === true ? row : left[Math.min(index, left.length - 1)]
  const among = next === undefined ? [] : reachableIn(next)
  const target = among.at(-Math.min(fromEnd, among.length)) ?? document.getElementById('main')
  target?.focus({ preventScroll: target.id === 'main' })
}

/**
 * Keeps anyone who works by the keyboard in their place when what had the focus is gone: a row that was deleted, the
 * lock of somebody let in again. The focus moves to the row that moved up, or to the screen where none is left.
 * @returns for the frame around the list
 */
export const useRestoredFocus = (): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef<FocusPosition>(undefined)
  useEffect(() => {
    const list = frame.current
    if (list === null) return undefined
    const note = ({ target }: FocusEvent) => {
      place.current = target instanceof HTMLElement ? positionOf(list, target) : undefined
    }
    list.addEventListener('focusin', note)
    return () => list.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const [list, last] = [frame.current, place.current]
    if (list === null || last === undefined || last.element.isConnected) return
    place.current = undefined
    // Anyone who has gone elsewhere meanwhile stays there.
    if (document.activeElement === document.body) restoreFocus(list, last)
  })
  return frame
}
