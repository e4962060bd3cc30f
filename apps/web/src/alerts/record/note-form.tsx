import { endpoints } from '@mimamori/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { ErrorLines } from '../../kit/error-lines.tsx'
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts'
import { useUnsavedGuard } from '../../kit/unsaved-guard.ts'
import { call } from '../../platform/api.ts'
import { errorLines } from '../../platform/call-error.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import styles from './record-screen.module.css'

const { read, note: addNote } = endpoints.alertRecord
const longest = 1_000

/** Adds what was done or seen to the record, under the name of who writes it. */
export const NoteForm = ({ alertId }: { readonly alertId: number }) => {
  const client = useQueryClient()
  const { restored, settle } = useStoredDraft({
    form: 'record-note',
    basis: String(alertId),
    typed: () => (text.trim() === '' ? undefined : { text }),
    discard: () => setText(''),
  })
  const [text, setText] = useState(typeof restored?.['text'] === 'string' ? restored['text'] : '')
  const id = useId()
  const adding = useSingleMutation({
    mutationFn: (note: string) => call(addNote, { params: { id: alertId }, body: { note } }),
    onSuccess: async () => {
      settle()
      setText('')
      await client.invalidateQueries({ queryKey: [read.path] })
    },
  })
  useUnsavedGuard((next) => next === undefined && text.trim() !== '')
  return (
    <form
      className={styles['note']}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') adding.mutate(text.trim())
      }}
    >
      <label htmlFor={id}>メモを加える（書いた人と時刻が残り、あとから消せません）</label>
      <Input.TextArea
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={longest}
        placeholder="行った処置、搬送先、翌日の様子など"
      />
      {adding.error !== null && <ErrorLines lines={errorLines(adding.error)} />}
      <Button htmlType="submit" loading={adding.isPending} disabled={text.trim() === ''}>
        メモを加える
      </Button>
    </form>
  )
}
