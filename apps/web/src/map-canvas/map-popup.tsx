import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import type { OnBoard } from './board.ts'
import styles from './map-canvas.module.css'
import { dangerRank, type Box } from './mark.ts'
import { popupPlace } from './popup-place.ts'
import type { Stage } from './stage.ts'
import { useStage } from './use-stage.ts'

type Props = {
  /** The mark it belongs to. */
  readonly mark: string
  readonly label: string
  readonly onClose?: (() => void) | undefined
  readonly children: ReactNode
}

const boxOn = (stage: Stage, { mark, shift }: OnBoard): Box | null => {
  const [x, y] = stage.map.getPixelFromCoordinate([...mark.at]) ?? []
  return x === undefined || y === undefined ? null : { x: x + shift[0], y: y + shift[1], width: mark.width, height: mark.height }
}

/** The marks and plates of those in danger. */
const spared = (stage: Stage): Box[] =>
  stage.board
    .all()
    .filter(({ mark }) => mark.rank >= dangerRank)
    .flatMap((one) => {
      const box = boxOn(stage, one)
      if (box === null) return []
      return one.plate === null ? [box] : [box, { ...one.plate, x: box.x + one.plate.x, y: box.y + one.plate.y }]
    })

/** The button over a mark has the focus, and got it by the keyboard. */
const isReachedByKey = (mark: string) => document.querySelector(`[data-mark="${CSS.escape(mark)}"]:focus-visible`) !== null

/**
 * A box of words beside a mark, which stays there while the map moves and leaves the frame only with its mark. Opened by
 * the keyboard it has the focus; Esc gives that back.
 */
export const MapPopup = ({ mark, label, onClose, children }: Props) => {
  const stage = useStage()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let beside: readonly [number, number] | null = null
    const markBox = () => {
      const found = stage.board.all().find((one) => one.mark.key === mark)
      return found === undefined ? null : boxOn(stage, found)
    }
    const choose = () => {
      const [element, own, [width = 0, height = 0]] = [box.current, markBox(), stage.map.getSize() ?? []]
      if (element === null || own === null) return
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const { x, y } = popupPlace(own, size, { width, height }, spared(stage))
      beside = [x - own.x, y - own.y]
    }
    const stand = () => {
      const [element, own] = [box.current, markBox()]
      if (element === null || own === null || beside === null) return
      const [x, y] = [own.x + beside[0] - element.offsetWidth / 2, own.y + beside[1] - element.offsetHeight / 2]
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
    }
    const settle = () => {
      choose()
      stand()
    }
    settle()
    // What it says may grow and shrink.
    const observer = new ResizeObserver(settle)
    if (box.current !== null) observer.observe(box.current)
    const stop = stage.onRest(settle)
    stage.map.on('postrender', stand)
    return () => {
      stop()
      observer.disconnect()
      stage.map.un('postrender', stand)
    }
  }, [stage, mark])

  const opener = useRef(mark)
  useEffect(() => {
    opener.current = mark
  })
  useEffect(() => {
    if (isReachedByKey(opener.current)) box.current?.focus()
  }, [])
  const close = useCallback(() => {
    onClose?.()
    document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(opener.current)}"]`)?.focus()
  }, [onClose])
  useEffect(() => {
    const element = box.current
    if (element === null || onClose === undefined) return undefined
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    element.addEventListener('keydown', leave)
    return () => element.removeEventListener('keydown', leave)
  }, [onClose, close])

  return (
    <div ref={box} className={styles['popup']} role="dialog" aria-label={label} tabIndex={-1}>
      {onClose !== undefined && (
        <Button
          className={styles['close'] ?? ''}
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden="true" />}
          aria-label="閉じる"
          onClick={close}
        />
      )}
      {children}
    </div>
  )
}
