import CameraOutlined from '@ant-design/icons/CameraOutlined'
import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import RollbackOutlined from '@ant-design/icons/RollbackOutlined'
import type { LimitedPerson } from '@mimamori/contract/acclimatisation'
import { Button, type InputRef, Segmented } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { notify } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { Battery } from '../marks/battery.tsx'
import { useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { useNarrow } from '../platform/use-media.ts'
import type { ShownDay } from './apply-unsent.ts'
import { HandoutLadder } from './handout-ladder.tsx'
import type { Scanned } from './resolve-scan.ts'
import { ScanField } from './scan-field.tsx'
import styles from './scan-panel.module.css'
import { type Handout, type LastDone, type Mode, undoableMs } from './use-handout.ts'
import { useScanner } from '../organisation/scanning/use-scanner.ts'

const CameraView = lazy(() => import('../organisation/scanning/camera-view.tsx').then(({ CameraView: View }) => ({ default: View })))

const modes = [
  { value: 'give', label: '貸出' },
  { value: 'takeBack', label: '返却' },
] as const satisfies readonly { value: Mode; label: string }[]

const Picked = ({ picked, onClear }: { readonly picked: Scanned; readonly onClear: () => void }) => (
  <div className={styles['picked']} role="status">
    <div>
      {picked.kind === 'device' ? (
        <>
          <span className={styles['step']}>1 機器</span>
          <strong className={styles['id']}>{picked.device.serialNumber}</strong> <Battery level={picked.device.battery} />
          <p>次に、渡す人の作業者証か名前を入れてください。</p>
        </>
      ) : (
        <>
          <span className={styles['step']}>1 だれに</span>
          <strong>{picked.person.fullName}</strong> {picked.person.groupName}
          <p>次に、渡す機器の番号を入れてください。</p>
        </>
      )}
    </div>
    <Button size="large" onClick={onClear}>
      やめる
    </Button>
  </div>
)

type DoneProps = { readonly done: LastDone; readonly limited: LimitedPerson | undefined; readonly onUndo: () => void }

const Done = ({ done, limited, onUndo }: DoneProps) => {
  const canUndo = useNow() - done.at < undoableMs
  const isGiven = done.kind === 'given'
  return (
    <div className={styles['done']} role="status">
      <CheckCircleOutlined className={styles['check']} aria-hidden="true" />
      <div className={styles['words']}>
        <span>
          <span className={styles['id']}>{done.serialNumber}</span>
          {isGiven ? 'を' : 'が戻りました'}
        </span>
        {done.person !== undefined && <strong className={styles['name']}>{done.person.fullName}</strong>}
        <span>
          {isGiven ? 'に渡しました' : ''} {clockOf(done.at)}
          {done.isUnsent && <b className={styles['unsent']}>未送信</b>}
        </span>
        {isGiven && limited !== undefined && <HandoutLadder person={limited} />}
        {isGiven && <p className={styles['next']}>安全帯も渡すときは、続けて安全帯をスキャンしてください。</p>}
      </div>
      {canUndo && (
        <Button size="large" icon={<RollbackOutlined aria-hidden="true" />} onClick={onUndo}>
          取り消す
        </Button>
      )}
    </div>
  )
}

/** Why neither camera nor offline work is there, on plain HTTP. */
const Insecure = () => (
  <p className={styles['insecure']}>
    この接続（http）では、カメラ、オフラインでの記録、通知は使えません。https:// で開くと使えます。スキャナーと入力は使えます。
  </p>
)

type ScanPanelProps = {
  readonly day: ShownDay
  readonly handout: Handout
  /** The people whose time in heat is limited, by their numbers. */
  readonly limited: ReadonlyMap<number, LimitedPerson>
}

/** Where tags, cards and names are scanned or typed, and what came of it. */
export const ScanPanel = ({ day, handout, limited }: ScanPanelProps) => {
  const field = useRef<InputRef>(null)
  const [hasCamera, setHasCamera] = useState(false)
  const { mode, picked, last, scan } = handout
  const isNarrow = useNarrow()
  // The next scan goes into the field, also after a button was pressed.
  useEffect(() => field.current?.focus({ preventScroll: true }), [mode, picked, last])
  const take = (text: string) => {
    if (!scan(text)) notify.failure(`「${text}」は見つかりません。登録されている番号か確かめてください。`)
  }
  useScanner(take)
  return (
    <Panel>
      <section className={styles['panel']} aria-label="スキャン">
        <div className={styles['row']}>
          <Segmented<Mode> className={styles['mode'] ?? ''} size="large" options={[...modes]} value={mode} onChange={handout.setMode} />
          <ScanField
            ref={field}
            day={day}
            label={mode === 'give' ? '渡す機器か人' : '返す機器か人'}
            placeholder={isNarrow ? 'スキャン、または番号・名前' : 'タグか作業者証をスキャン、または番号・名前を入力'}
            onPick={handout.pick}
          />
          {window.isSecureContext && (
            <Button
              size="large"
              className={styles['camera'] ?? ''}
              aria-pressed={hasCamera}
              icon={<CameraOutlined aria-hidden="true" />}
              onClick={() => setHasCamera(!hasCamera)}
            >
              {hasCamera ? 'カメラを閉じる' : 'カメラで読む'}
            </Button>
          )}
        </div>
        {!window.isSecureContext && <Insecure />}
        {hasCamera && (
          <Suspense fallback={<p>カメラを開いています</p>}>
            <CameraView hint="タグか作業者証のQRを枠に入れてください" onCode={take} />
          </Suspense>
        )}
        {picked !== undefined && <Picked picked={picked} onClear={handout.clear} />}
        {picked === undefined && last !== undefined && (
          <Done done={last} limited={limited.get(last.person?.userId ?? 0)} onUndo={() => void handout.undo(last)} />
        )}
      </section>
    </Panel>
  )
}
