import { deviceTypeNames } from '@mimamori/contract/kbn'
import type { WorkerDraft } from '@mimamori/contract/person'
import { Button } from 'antd'
import type { z } from 'zod'
import { Field } from '../kit/form/field.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import { controlId } from '../kit/form/control-id.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { useOpener } from '../kit/use-opener.ts'
import styles from './device-field.module.css'
import { DevicePicker } from './device-picker.tsx'
import { slotNames, type Slot, type Worn } from './device-rules.ts'

type Draft = typeof WorkerDraft
const fields = { body: { serial: 'meditagId', type: 'meditagType' }, belt: { serial: 'safetyBeltId', type: 'safetyBeltType' } } as const

const wornOf = (form: FormState<Draft>, slot: Slot): Worn | null => {
  const serial = form.draft[fields[slot].serial]
  return typeof serial === 'string' && serial !== '' ? { serial, type: String(form.draft[fields[slot].type] ?? '') } : null
}

/** Takes what is picked, or nothing, into a slot of the form. */
const wear = (form: FormState<Draft>, slot: Slot, worn: Worn | null) => {
  form.set(fields[slot].serial, worn?.serial ?? null)
  form.set(fields[slot].type, worn?.type ?? null)
}

/** Takes both devices away: another office has other devices. */
export const clearDevices = <Schema extends z.ZodObject>(form: FormState<Schema>): void => {
  wear(partOf<Draft>(form), 'body', null)
  wear(partOf<Draft>(form), 'belt', null)
}

type DeviceFieldProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  readonly slot: Slot
  readonly userId: number | undefined
} & Needs<Schema, 'officeId' | 'meditagId' | 'meditagType' | 'safetyBeltId' | 'safetyBeltType'>

/** What a worker wears in one slot: picked from the office's devices, changed, or taken off. */
export const DeviceField = <Schema extends z.ZodObject>({ form, slot, userId }: DeviceFieldProps<Schema>) => {
  const part = partOf<Draft>(form)
  const picker = useOpener()
  const worn = wornOf(part, slot)
  const officeId = Number(part.draft.officeId ?? 0)
  const label = slotNames[slot]
  const takeOff = () => {
    wear(part, slot, null)
    // The button that was pressed goes with the device.
    document.getElementById(controlId(part.id, fields[slot].serial))?.focus()
  }
  return (
    <Field form={part} name={fields[slot].serial} said={worn?.serial} hint={officeId === 0 ? '先に拠点を選んでください。' : undefined}>
      {({ id, status, 'aria-describedby': describedBy }) => (
        <div className={styles['box']} data-status={status}>
          <span className={styles['worn']}>
            {worn === null ? (
              <span className={styles['none']}>未選択</span>
            ) : (
              <>
                <span className="id">{worn.serial}</span> {deviceTypeNames[worn.type]}
              </>
            )}
          </span>
          <Button
            id={id}
            size="small"
            disabled={officeId === 0}
            aria-label={`${label}を${worn === null ? '選ぶ' : '変更'}`}
            aria-describedby={describedBy}
            onClick={picker.open}
          >
            {worn === null ? '選ぶ' : '変更'}
          </Button>
          {worn !== null && (
            <Button type="text" size="small" aria-label={`${label}を外す`} onClick={takeOff}>
              外す
            </Button>
          )}
          {picker.isOpen && (
            <DevicePicker
              slot={slot}
              officeId={officeId}
              userId={userId}
              other={wornOf(part, slot === 'body' ? 'belt' : 'body')}
              onPick={(device) => wear(part, slot, device)}
              onClose={picker.close}
            />
          )}
        </div>
      )}
    </Field>
  )
}
