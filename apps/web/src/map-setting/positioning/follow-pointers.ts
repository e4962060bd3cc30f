/** A place in the window, in CSS pixels. */
export type Pixel = readonly [x: number, y: number]

type Finger = { readonly from: Pixel; readonly to: Pixel }

type Heard = {
  /** The fingers on the glass changed: what follows is counted from here. */
  readonly onGrasp: () => void
  /** Where each finger was when the count began, and where it is; two at most, in the same order. */
  readonly onMove: (from: readonly Pixel[], to: readonly Pixel[]) => void
  /** All fingers are up, or Escape took it back. */
  readonly onEnd: (isTakenBack: boolean) => void
}

/** More fingers than these turn and scale nothing. */
const hands = 2

/**
 * Follows a pointer from its press, and a second finger wherever on the area it comes down, until all are up. No other listener
 * gets their events meanwhile, so that a map beneath does not move along.
 * @returns what ends it
 */
export const followPointers = (first: PointerEvent, area: Element, { onGrasp, onMove, onEnd }: Heard): (() => void) => {
  const fingers = new Map<number, Finger>()
  const stop = new AbortController()
  const regrasp = () => {
    for (const [id, { to }] of fingers) fingers.set(id, { from: to, to })
    onGrasp()
  }
  const press = (event: PointerEvent) => {
    if (fingers.size === hands || (fingers.size > 0 && event.pointerType === 'mouse')) return
    const at: Pixel = [event.clientX, event.clientY]
    fingers.set(event.pointerId, { from: at, to: at })
    regrasp()
  }
  const end = (isTakenBack: boolean) => {
    stop.abort()
    onEnd(isTakenBack)
  }
  const down = (event: PointerEvent) => {
    if (!(event.target instanceof Node) || !area.contains(event.target)) return
    event.stopPropagation()
    press(event)
  }
  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId)
    if (finger === undefined) return
    fingers.set(event.pointerId, { from: finger.from, to: [event.clientX, event.clientY] })
    const all = [...fingers.values()]
    onMove(
      all.map(({ from }) => from),
      all.map(({ to }) => to),
    )
  }
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    if (fingers.size === 0) end(false)
    else regrasp()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopImmediatePropagation()
    event.preventDefault()
    end(true)
  }
  const options = { capture: true, signal: stop.signal }
  window.addEventListener('pointerdown', down, options)
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', up, options)
  window.addEventListener('pointercancel', up, options)
  window.addEventListener('keydown', key, options)
  press(first)
  return () => stop.abort()
}
