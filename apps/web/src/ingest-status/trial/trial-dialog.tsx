import { endpoints } from '@mimamori/contract/endpoints'
import type { IngestTrial } from '@mimamori/contract/ingest-status'
import { japanTime } from '@mimamori/contract/time-words'
import { Button, Input, Modal, Segmented } from 'antd'
import { type SubmitEvent, useId, useState } from 'react'
import { Banner } from '../../kit/banner.tsx'
import { call } from '../../platform/api.ts'
import { errorLines } from '../../platform/call-error.ts'
import { serverNow } from '../../platform/clock.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import { type ReadingDraft, readingOf, readPasted } from './reading-draft.ts'
import { TrialFields } from './trial-fields.tsx'
import { TrialResult } from './trial-result.tsx'
import styles from './trial.module.css'

const blank: ReadingDraft = { kind: 'vital', device: '', values: {} }

const ways = [
  { value: 'fields', label: '項目を入れる' },
  { value: 'json', label: 'JSONを貼る' },
] as const
type Way = (typeof ways)[number]['value']

const inJson = (draft: ReadingDraft) => JSON.stringify(readingOf(draft, japanTime(serverNow())), null, 2)

/** Tries what would become of one reading, of which nothing is kept. */
export const TrialDialog = ({ officeId, onClose }: { readonly officeId: number; readonly onClose: () => void }) => {
  const id = useId()
  const [way, setWay] = useState<Way>('fields')
  const [draft, setDraft] = useState(blank)
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const [others, setOthers] = useState(0)
  const [result, setResult] = useState<IngestTrial>()
  const trial = useSingleMutation({
    mutationFn: (reading: unknown) => call(endpoints.ingestStatus.trial, { body: { officeId, reading } }),
    onSuccess: setResult,
    onError: () => setResult(undefined),
  })
  const choose = (next: Way) => {
    // What was typed in the fields is where the text begins; what is typed in the text may not fit into the fields.
    if (next === 'json' && text === '') setText(inJson(draft))
    setWay(next)
    setFault('')
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    setFault('')
    setOthers(0)
    if (way === 'fields') return trial.mutate(readingOf(draft, japanTime(serverNow())))
    const pasted = readPasted(text)
    if ('fault' in pasted) return setFault(pasted.fault)
    setOthers(pasted.others)
    trial.mutate(pasted.reading)
  }
  return (
    <Modal
      open
      centered
      width={880}
      title="試しに1件送る"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>閉じる</Button>
          <Button type="primary" htmlType="submit" form={id} loading={trial.isPending}>
            試す
          </Button>
        </>
      }
    >
      <p className={styles['note']}>受け取ったらどうなるかを答えます。この測定値は、判定も保存もしません。</p>
      <div className={styles['columns']}>
        <form id={id} noValidate onSubmit={send}>
          <Segmented options={[...ways]} value={way} onChange={choose} aria-label="入れ方" />
          {way === 'fields' ? (
            <TrialFields officeId={officeId} draft={draft} onChange={setDraft} />
          ) : (
            <Input.TextArea
              className={styles['json'] ?? ''}
              aria-label="測定値のJSON"
              autoSize={{ minRows: 10, maxRows: 18 }}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          {fault !== '' && <Banner kind="failure">{fault}</Banner>}
        </form>
        <section className={styles['result']} aria-label="結果" aria-live="polite">
          {trial.error !== null && (
            <Banner kind="failure">
              {errorLines(trial.error)
                .map((line) => line.text)
                .join('\n')}
            </Banner>
          )}
          {result !== undefined && <TrialResult trial={result} />}
          {result === undefined && trial.error === null && <p className={styles['kept']}>「試す」を押すと、ここに結果が出ます。</p>}
          {result !== undefined && others > 0 && <p className={styles['kept']}>{others + 1}件のうち、最初の1件だけを試しました。</p>}
        </section>
      </div>
    </Modal>
  )
}
