import { readingKinds } from '@mimamori/contract/ingest'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { readingLabels } from '@mimamori/contract/reading-labels'
import { AutoComplete, Input, Radio } from 'antd'
import { useId } from 'react'
import { type ReadingDraft, triedFields, unitOf } from './reading-draft.ts'
import styles from './trial.module.css'
import { useDeviceNumbers } from './use-device-numbers.ts'

type Props = {
  readonly officeId: number
  readonly draft: ReadingDraft
  readonly onChange: (draft: ReadingDraft) => void
}

/** A reading by its fields, each with its unit. */
export const TrialFields = ({ officeId, draft, onChange }: Props) => {
  const id = useId()
  const numbers = useDeviceNumbers(officeId, draft.kind)
  return (
    <div className={styles['fields']}>
      <fieldset className={styles['kinds']}>
        <legend>{readingLabels.kind}</legend>
        {readingKinds.map((kind) => (
          <Radio key={kind} name={`${id}-kind`} checked={kind === draft.kind} onChange={() => onChange({ kind, device: '', values: {} })}>
            {deviceKindNames[kind]}
          </Radio>
        ))}
      </fieldset>
      <label className={styles['label']} htmlFor={`${id}-device`}>
        {readingLabels.device}
      </label>
      <AutoComplete
        id={`${id}-device`}
        className={styles['device'] ?? ''}
        value={draft.device}
        options={[...numbers]}
        showSearch={{ filterOption: (typed, option) => option?.label.includes(typed) ?? false }}
        placeholder="選ぶか、番号を入れてください"
        onChange={(device: string) => onChange({ ...draft, device })}
      />
      {triedFields[draft.kind].map((field) => (
        <div key={field} className={styles['value']}>
          <label className={styles['label']} htmlFor={`${id}-${field}`}>
            {readingLabels[field]}
          </label>
          <Input
            id={`${id}-${field}`}
            autoComplete="off"
            value={draft.values[field] ?? ''}
            suffix={<span className={styles['unit']}>{unitOf(field)}</span>}
            onChange={(event) => onChange({ ...draft, values: { ...draft.values, [field]: event.target.value } })}
          />
        </div>
      ))}
    </div>
  )
}
