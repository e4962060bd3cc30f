import { rotaLimits } from '@mimamori/contract/duty-rota'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import type { PlanDraft } from './plan-draft.ts'
import styles from './shift-fields.module.css'

const counts = Array.from({ length: rotaLimits.places }, (_, index) => ({ value: index + 1, label: `${index + 1}人` }))

/** When day and night begin, and how many people are called one after the other in each. */
export const ShiftFields = ({ form }: { readonly form: FormState<typeof PlanDraft> }) => (
  <div className={styles['fields']}>
    <TextField form={form} name="dayFrom" type="time" />
    <SelectField form={form} name="dayPlaces" choices={counts} />
    <TextField form={form} name="nightFrom" type="time" />
    <SelectField form={form} name="nightPlaces" choices={counts} />
  </div>
)
