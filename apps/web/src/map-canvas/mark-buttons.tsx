import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { OnBoard } from './board.ts'
import styles from './map-canvas.module.css'
import { useStage } from './use-stage.ts'
import type { Stage } from './stage.ts'

type InView = { readonly one: OnBoard; readonly x: number; readonly y: number }

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

/**
 * A button over each mark in view, for keyboards and for those who do not see the canvas. Presses of the pointer go through
 * to the map, which knows the nearest.
 */
export const MarkButtons = () => {
  const stage = useStage()
  const view = viewOf(stage)
  const inView = useSyncExternalStore(view.subscribe, view.read)
  const place = stage.map.getOverlayContainer()
  if (place === undefined) return null
  return createPortal(
    <ul className={styles['marks']} aria-label="地図の上の機器と人">
      {inView.map(({ one: { mark, source }, x, y }) => (
        <li key={mark.key}>
          <button
            type="button"
            className={styles['mark']}
            data-mark={mark.key}
            aria-label={mark.name}
            aria-pressed={mark.isSelected}
            style={{ width: mark.width, height: mark.height, translate: `${x - mark.width / 2}px ${y - mark.height / 2}px` }}
            onKeyDown={(event) => event.stopPropagation()}
            onClick={(event) => {
              if (event.detail === 0) source.onPick(mark.key)
            }}
          />
        </li>
      ))}
    </ul>,
    place,
  )
}
