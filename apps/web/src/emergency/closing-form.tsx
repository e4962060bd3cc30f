import { longestNote, outcomeNames, outcomes, type Outcome } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { Button, Radio } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import type { Closing } from './closing.ts'
import styles from './response-dialog.module.css'

type Props = {
  readonly closing: Closing
  readonly onWrite: (closing: Closing) => void
  readonly busy: boolean
  readonly onClose: (outcome: Outcome, note: string) => void
}

/** How an episode ended: an outcome, and a note for the record. */
export const ClosingForm = ({ closing, onWrite, busy, onClose }: Props) => {
  const { outcome, note } = closing
  const [tried, setTried] = useState(false)
  const id = useId()
  const missing = tried && outcome === undefined

  const close = () => {
    setTried(true)
    if (outcome !== undefined) onClose(outcome, note.trim())
  }

  return (
    <div className={styles['closing']}>
      <fieldset className={styles['outcomes']} aria-describedby={missing ? `${id}-missing` : undefined}>
        <legend className={styles['legend']}>
          {labels.alert.outcome} <span className={styles['must']}>必須</span>
        </legend>
        <Radio.Group
          vertical
          value={outcome}
          onChange={(event) => onWrite({ ...closing, outcome: event.target.value as Outcome })}
          options={outcomes.map((value) => ({ value, label: outcomeNames[value] }))}
        />
        {missing && (
          <p id={`${id}-missing`} className={styles['missing']} role="alert">
            結果を選んでください。
          </p>
        )}
      </fieldset>
      <label htmlFor={`${id}-note`} className={styles['legend']}>
        {labels.alert.note}
      </label>
      <TextArea
        id={`${id}-note`}
        value={note}
        onChange={(event) => onWrite({ ...closing, note: event.target.value })}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={longestNote}
        placeholder="容体、行ったこと、引き継ぐこと"
      />
      <Button type="primary" block className={styles['primary'] ?? ''} loading={busy} onClick={close}>
        対応を終える
      </Button>
    </div>
  )
}
