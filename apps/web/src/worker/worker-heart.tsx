import { heartNotJudged } from '@mimamori/contract/labels'
import type { WorkerDraft } from '@mimamori/contract/person'
import { Switch } from 'antd'
import type { z } from 'zod'
import { Field } from '../kit/form/field.tsx'
import { FormSection } from '../kit/form/form-section.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import type { FormState } from '../kit/form/use-form.ts'

type WorkerHeartProps<Schema extends z.ZodObject> = { readonly form: FormState<Schema> } & Needs<Schema, 'heartJudged'>

/** Whether the worker's heart rate says how they are. */
export const WorkerHeart = <Schema extends z.ZodObject>({ form }: WorkerHeartProps<Schema>) => {
  const part = partOf<typeof WorkerDraft>(form)
  const isJudged = part.draft.heartJudged !== false
  return (
    <FormSection
      name="心拍の見かた"
      note="心臓の薬（ベータ遮断薬など）やペースメーカーで、心拍が体の負担を表しにくい人は、本人や医師に確かめてから切ります。"
    >
      <Field
        form={part}
        name="heartJudged"
        hint={`切ると「${heartNotJudged}」と表示し、心拍は見せるだけにして、暑さで判断します。本人、職長、管理者だけに見えます。`}
        said={isJudged ? 'はい' : 'いいえ'}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <div>
            <Switch
              id={id}
              checked={isJudged}
              onChange={(next) => part.set('heartJudged', next)}
              {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
            />
          </div>
        )}
      </Field>
    </FormSection>
  )
}
