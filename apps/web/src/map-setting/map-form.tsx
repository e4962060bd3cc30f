import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { EmptyState } from '../kit/empty-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { askToRemove } from './ask-to-remove.ts'
import { FaultSummary } from './fault-summary.tsx'
import styles from './map-form.module.css'
import { nameOf, stepFrom } from './map-rows.ts'
import { buttonId, type RowActions } from './row-cells.tsx'
import { MapTable } from './map-table.tsx'
import { limitInWords, megabytes, pictureLimits } from './picture-check.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { partId } from './row-faults.ts'
import { SendingDialog } from './sending-dialog.tsx'
import type { MapList } from './map-form-state.ts'
import { useMapForm } from './use-map-form.ts'
import { newSize, usePictureChoice } from './use-picture-choice.ts'

type MapFormProps = {
  readonly officeId: number
  readonly loaded: MapList
  readonly read: () => Promise<MapList | undefined>
  /** The heading, around the actions of the form. */
  readonly heading: (actions: ReactNode) => ReactNode
  readonly onLeave: () => void
}

const addButtonId = 'map-add'
const none = { filtered: '', none: 'まだマップがありません', wayOut: '「行を足す」から、建物・工区を入れて図面を選んでください。' }
const focus = (id: string) => {
  const element = document.getElementById(id)
  element?.focus()
  // What has the focus already scrolls nothing by taking it, wherever its row has gone.
  element?.scrollIntoView({ block: 'nearest' })
}

/** The maps of a site: typed, put in order, saved together. */
export const MapFormScreen = ({ officeId, loaded, read, heading, onLeave }: MapFormProps) => {
  const form = useMapForm(officeId, loaded, read)
  const { rows } = form
  const pictures = usePictureChoice(form)
  const [announcement, setAnnouncement] = useState('')

  const add = () => focus(partId(form.add(), 'locationName'))
  const step: RowActions['step'] = (key, by) => {
    const from = rows.findIndex((row) => row.key === key)
    const row = rows[from]
    if (row === undefined) return
    const to = stepFrom(from, by, rows.length)
    flushSync(() => {
      form.move(from, to)
      setAnnouncement(`「${nameOf(row)}」を${to + 1}行目に動かしました。`)
    })
    // A row that moves in the page loses the focus on the way.
    focus(buttonId(key, by < 0 ? 'up' : 'down'))
  }
  const remove = async (key: string) => {
    const index = rows.findIndex((row) => row.key === key)
    const row = rows[index]
    if (row === undefined || !(await askToRemove(row))) return
    flushSync(() => form.remove(key))
    const next = rows[index + 1] ?? rows[index - 1]
    // After the question has given the focus back to a button that went with the row.
    setTimeout(() => focus(next === undefined ? addButtonId : buttonId(next.key, 'remove')))
  }
  const acts = useRef<RowActions>(null)
  useEffect(() => {
    acts.current = {
      change: form.change,
      choose: (key, file) => void pictures.choose(key, file),
      preview: pictures.preview,
      step,
      remove: (key) => void remove(key),
    }
  })
  // The same functions for as long as the form is there, so that rows nobody touches are not redrawn.
  const [actions] = useState<RowActions>(() => ({
    change: (key, values) => acts.current?.change(key, values),
    choose: (key, file) => acts.current?.choose(key, file),
    preview: (key) => acts.current?.preview(key),
    step: (key, by) => acts.current?.step(key, by),
    remove: (key) => acts.current?.remove(key),
  }))
  const { looking } = pictures
  const lookedAt = looking && rows.find(({ key }) => key === looking.rowKey)
  return (
    <>
      <div className={styles['top']}>
        {heading(
          <>
            <Button id={addButtonId} icon={<PlusOutlined aria-hidden="true" />} disabled={form.isSaving} onClick={add}>
              行を足す
            </Button>
            <Button disabled={form.isSaving} onClick={() => void form.save().then((isSaved) => isSaved && onLeave())}>
              保存して戻る
            </Button>
            <Button type="primary" loading={form.isSaving} onClick={() => void form.save()}>
              保存する
            </Button>
          </>,
        )}
        <FaultSummary rows={rows} faults={form.faults} />
      </div>
      <Panel>
        <div inert={form.isSaving}>
          {rows.length === 0 ? (
            <div className={styles['empty']}>
              <EmptyState empty={none} filtered={false} onClear={() => undefined} />
            </div>
          ) : (
            <MapTable rows={rows} faults={form.faults} actions={actions} onMove={form.move} />
          )}
        </div>
        <div className={styles['foot']}>
          <p>
            図面は1枚{limitInWords(pictureLimits.each)}まで、新しい図面は合わせて{limitInWords(pictureLimits.together)}までです。
            並び順は、マップ一覧とこの拠点の画面で使います。行を消すと、置いた機器は未配置に戻ります。
          </p>
          <p className={styles['total']}>
            新しい図面の合計 <strong>{megabytes(newSize(rows))}</strong>／{limitInWords(pictureLimits.together)}
          </p>
        </div>
      </Panel>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {looking !== undefined && lookedAt !== undefined && (
        <PreviewDialog
          row={lookedAt}
          chosen={looking.chosen}
          onTake={looking.isTaken ? undefined : pictures.take}
          onClose={pictures.close}
        />
      )}
      {form.sending !== undefined && <SendingDialog sending={form.sending} onStop={form.stopSending} />}
    </>
  )
}
