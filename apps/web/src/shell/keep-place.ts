const rootOf = () => document.getElementById('root')
const paneOf = () => document.getElementById('main')

/** The way from the root of the page to an element, by the places of its parents among their neighbours. */
const wayTo = (element: Element): readonly number[] => {
  const parent = element.parentElement
  if (parent === null || element === rootOf()) return []
  return [...wayTo(parent), [...parent.children].indexOf(element)]
}

/**
 * Notes how far the page is scrolled and where the focus is.
 * @returns puts both back once the same page is drawn a second time
 */
export const keepPlace = (): (() => void) => {
  const top = paneOf()?.scrollTop ?? 0
  const focused = document.activeElement
  const way = focused !== null && rootOf()?.contains(focused) === true ? wayTo(focused) : undefined
  return () => {
    const pane = paneOf()
    if (pane !== null) pane.scrollTop = top
    const found = way?.reduce<Element | undefined>((element, place) => element?.children[place], rootOf() ?? undefined)
    if (found instanceof HTMLElement && found.tagName === focused?.tagName) found.focus({ preventScroll: true })
  }
}
