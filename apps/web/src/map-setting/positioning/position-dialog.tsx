import UndoOutlined from '@ant-design/icons/UndoOutlined'
import { Button, Modal, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { askToLose } from '../../kit/ask-to-lose.ts'
import { useUnsavedGuard } from '../../kit/unsaved-guard.ts'
import { MapCanvas } from '../../map-canvas/map-canvas.tsx'
import type { Stage } from '../../map-canvas/stage.ts'
import { TellStage } from '../../map-canvas/tell-stage.tsx'
import type { MapGeometryDraft, MapPlace } from '../map-place.ts'
import { DrawingHandles } from './drawing-handles.tsx'
import { DrawingTools } from './drawing-tools.tsx'
import { DrawingNumbers, ViewNumbers } from './number-panel.tsx'
import styles from './position-dialog.module.css'
import { fieldsOf } from './position.ts'
import { useSteps } from './use-steps.ts'
import { showWhole, ViewSync } from './view-sync.tsx'

type Props = {
  readonly geometry: MapGeometryDraft
  readonly onTake: (place: MapPlace) => void
  readonly onClose: () => void
}

/** Half of the map shows through. */
const usualStrength = 0.6

/** Which of the two a hand on the drawing moves. */
type Moved = 'drawing' | 'map'

type ViewToolsProps = {
  readonly moved: Moved
  readonly onMoved: (moved: Moved) => void
  readonly onWhole: () => void
}

/** Beside the map, since over it they would cover the handles of a drawing that fills it. */
const ViewTools = ({ moved, onMoved, onWhole }: ViewToolsProps) => (
  <div className={styles['view']}>
    <Segmented
      aria-label="動かすもの"
      value={moved}
      onChange={onMoved}
      options={[
        { value: 'drawing', label: '図面を動かす' },
        { value: 'map', label: '地図を動かす' },
      ]}
    />
    <Button aria-label="図面の全体を見る" onClick={onWhole}>
      全体を見る
    </Button>
  </div>
)

const focusFault = (dialog: HTMLElement | null): boolean => {
  const faulty = dialog?.querySelector<HTMLElement>('[aria-invalid="true"]')
  faulty?.focus()
  return faulty !== null && faulty !== undefined
}

/**
 * Lays a map on the world: a drawing by its four corners over what is there, by hand, by keys and in numbers; or, where
 * there is none, what of the world it shows.
 */
export const PositionDialog = ({ geometry, onTake, onClose }: Props) => {
  const { position, isChanged, canUndo, setCorners, setView, undo, reset, open } = useSteps(geometry)
  const [moved, setMoved] = useState<Moved>('drawing')
  const [strength, setStrength] = useState(usualStrength)
  const [stage, setStage] = useState<Stage | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const { picture } = geometry
  const { view, corners } = position
  const drawing = picture !== null && corners !== null ? { size: picture, corners } : null

  const isLeaving = useRef(false)
  useUnsavedGuard(() => isChanged && !isLeaving.current)
  const leave = async () => {
    if (!isChanged || (await askToLose('決めずに閉じる'))) onClose()
  }
  const take = () => {
    if (focusFault(body.current)) return
    isLeaving.current = true
    onTake(fieldsOf(geometry, position))
    onClose()
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      // A field takes back its own typing.
      if (!isUndo || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      undo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo])

  return (
    <Modal
      open
      title={drawing === null ? '地図の位置' : '図面と地図の位置'}
      width="100vw"
      // The look of other dialogs leaves room round them, more on a phone.
      style={{ insetBlockStart: 0, maxWidth: '100vw', margin: 0, padding: 0 }}
      styles={{ container: { borderRadius: 0 } }}
      classNames={{ container: styles['container'] ?? '', body: styles['body'] ?? '' }}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={
        <div className={styles['footer']}>
          <Button icon={<UndoOutlined aria-hidden="true" />} disabled={!canUndo} onClick={undo}>
            一つ戻す
          </Button>
          <Button disabled={!isChanged} onClick={reset}>
            最初に戻す
          </Button>
          <span className={styles['gap']} />
          <Button onClick={() => void leave()}>やめる</Button>
          <Button type="primary" onClick={take}>
            この位置にする
          </Button>
        </div>
      }
    >
      <div ref={body} className={styles['columns']}>
        <div className={styles['stage']}>
          {drawing !== null && (
            <div className={styles['tools']}>
              <DrawingTools size={drawing.size} strength={strength} onStrength={setStrength} onChange={setCorners} />
              <ViewTools
                moved={moved}
                onMoved={setMoved}
                onWhole={() => stage !== null && setView(() => showWhole(stage, drawing.corners), null)}
              />
            </div>
          )}
          <div className={styles['map']}>
            <MapCanvas
              geometry={{ type: geometry.type === 3 ? 3 : 2, picture, corners, ...view }}
              label="地図"
              strength={strength}
              opensWhole={false}
            >
              <ViewSync view={view} corners={corners} onView={(next) => setView(() => next, null)} onOpen={open} />
              <TellStage onStage={setStage} />
              {drawing !== null && moved === 'drawing' && <DrawingHandles {...drawing} onChange={setCorners} onUndo={undo} />}
            </MapCanvas>
          </div>
        </div>
        <div className={styles['numbers']}>
          {drawing !== null && <DrawingNumbers {...drawing} onChange={setCorners} />}
          <ViewNumbers view={view} onChange={setView} />
          {drawing !== null && (
            <p className={styles['help']}>
              図面はドラッグで動き、2本の指か丸い取っ手で回ります。四隅の取っ手で1つずつ合わせます。Shift+ホイールで拡大と縮小。キーは矢印で移動（Shiftで大きく）、+と-で拡大と縮小、[と]で回転です。
            </p>
          )}
        </div>
      </div>
    </Modal>
  )
}
