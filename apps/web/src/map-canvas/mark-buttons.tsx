import { useSyncExternalStore, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import type { MarkSource, OnBoard } from './board.ts'
import styles from './map-canvas.module.css'
import type { Stage } from './stage.ts'
import { useStage } from './use-stage.ts'

type InView = { readonly one: OnBoard; readonly x: number; readonly y: number }

/** A finger needs so much to hit, in CSS pixels. */
const leastSide = 24

const createView = (stage: Stage) => {
  let inView: readonly InView[] = []
  return {
    subscribe: (listener: () => void) => {
      const look = () => {
        // Before its first frame a map cannot say where anything is.
        if (stage.map.getPixelFromCoordinate([0, 0]) === null) {
          stage.map.once('postrender', look)
          return
        }
        const [width = 0, height = 0] = stage.map.getSize() ?? []
        inView = stage.board.all().flatMap((one) => {
          const [left, top] = stage.map.getPixelFromCoordinate([...one.mark.at]) ?? []
          if (left === undefined || top === undefined) return []
          const [x, y] = [Math.round(left + one.shift[0]), Math.round(top + one.shift[1])]
          return x < 0 || y < 0 || x > width || y > height ? [] : [{ one, x, y }]
        })
        listener()
      }
      look()
      const stop = stage.onRest(look)
      return () => {
        stage.map.un('postrender', look)
        stop()
      }
    },
    read: () => inView,
  }
}

const views = new WeakMap<Stage, ReturnType<typeof createView>>()

const viewOf = (stage: Stage) => {
  const view = views.get(stage) ?? createView(stage)
  views.set(stage, view)
  return view
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Arrow keys go from mark to mark of a list; nothing of it reaches the map, which they would move. */
const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
  // It closes the dialog around the map.
  if (event.key === 'Escape') return
  event.stopPropagation()
  const step = steps[event.key]
  const list = event.currentTarget.parentElement
  if (step === undefined || list === null) return
  const buttons = [...list.querySelectorAll('button')]
  event.preventDefault()
  const next = buttons[step(buttons.indexOf(event.currentTarget), buttons.length - 1)]
  if (next === undefined) return
  for (const button of buttons) button.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

const titles: Record<MarkSource['layer'], string> = { worker: '作業者。矢印キーで移ります', device: '機器。矢印キーで移ります' }

const layers = ['worker', 'device'] as const

const MarkButton = ({ one: { mark, source }, x, y, isFirst }: InView & { readonly isFirst: boolean }) => {
  const [width, height] = [Math.max(leastSide, mark.width), Math.max(leastSide, mark.height)]
  return (
    <button
      type="button"
      className={styles['mark']}
      data-mark={mark.key}
      aria-label={mark.name}
      aria-pressed={mark.isSelected}
      tabIndex={isFirst ? 0 : -1}
      style={{ width, height, translate: `${x - width / 2}px ${y - height / 2}px` }}
      onKeyDown={walk}
      onClick={(event) => {
        // The map handles the pointer itself, and knows what is nearest.
        if (event.detail === 0) source.onPick(mark.key)
      }}
    />
  )
}

/**
 * A button over each mark in view, the most urgent first, for keyboards and for those who do not see the canvas. One stop of
 * the Tab key for people and one for devices; arrow keys continue from there.
 */
export const MarkButtons = () => {
  const stage = useStage()
  const view = viewOf(stage)
  const inView = useSyncExternalStore(view.subscribe, view.read)
  const place = stage.map.getOverlayContainer()
  if (place === undefined) return null
  return createPortal(
    <div role="group" aria-label="地図の上の機器と人">
      {layers.map((layer) => {
        const own = inView.filter(({ one }) => one.source.layer === layer)
        return (
          own.length > 0 && (
            <div key={layer} role="group" aria-label={titles[layer]} className={styles['marks']}>
              {own.map((each, at) => (
                <MarkButton key={each.one.mark.key} {...each} isFirst={at === 0} />
              ))}
            </div>
          )
        )
      })}
    </div>,
    place,
  )
}
