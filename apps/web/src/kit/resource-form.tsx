import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ErrorSummary } from './form/error-summary.tsx'
import { FormActions } from './form/form-section.tsx'
import { FormModeContext, type FormMode } from './form/form-mode.ts'
import type { FormState } from './form/use-form.ts'
import type { PlainScreen } from '../platform/screen.ts'
import { PageTitle } from './page-title.tsx'
import { Panel } from './panel.tsx'
import { useLeave } from './use-leave.ts'

type ResourceFormProps<Schema extends z.ZodObject> = {
  readonly mode: FormMode
  /** The list that the record is of. */
  readonly list: PlainScreen
  readonly form: FormState<Schema>
  /** What else can be done with the record, beside the title. */
  readonly aside?: ReactNode
  readonly note?: string
  readonly children: ReactNode
}

const unsaved: Record<FormMode, string> = { create: '登録はまだ行われていません。', update: '更新はまだ行われていません。', view: '' }

/** The frame of a master's form; it contains the sections and fields. In `view` it only shows them. */
export const ResourceForm = <Schema extends z.ZodObject>({ mode, list, form, aside, note, children }: ResourceFormProps<Schema>) => {
  const leave = useLeave(list)
  const back = <Button onClick={leave}>戻る</Button>
  return (
    <FormModeContext value={mode}>
      <PageTitle back={list}>{aside}</PageTitle>
      <Panel>
        <form noValidate onSubmit={(event) => void form.submit(event)}>
          <ErrorSummary form={form} unsaved={unsaved[mode]} />
          {children}
          {mode === 'view' ? (
            <FormActions back={back}>{null}</FormActions>
          ) : (
            <FormActions back={back} note={note ?? (mode === 'create' ? '必須のほかは、あとから入力できます' : '')}>
              <Button type="primary" htmlType="submit" loading={form.submitting}>
                {mode === 'create' ? '登録する' : '更新する'}
              </Button>
            </FormActions>
          )}
        </form>
      </Panel>
    </FormModeContext>
  )
}
