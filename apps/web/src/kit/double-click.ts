const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('.ant-modal-root, .ant-drawer, [data-layer]') : null

let layer: Element | null = null

/**
 * The second click of a double click means nothing where the first one has put a dialog under it, or taken one away: it
 * would close what was just opened, or press what nobody has read.
 */
export const heedDoubleClicks = (event: MouseEvent): void => {
  const found = layerOf(event.target)
  if (event.detail < 2 || found === layer) layer = found
  else {
    event.preventDefault()
    event.stopPropagation()
  }
}
