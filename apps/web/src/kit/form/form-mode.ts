import { createContext, use } from 'react'

/** What a form is for: a new record, a change, or reading alone. */
export type FormMode = 'create' | 'update' | 'view'

/** The mode of the form around a field. In `view` fields are text. */
export const FormModeContext = createContext<FormMode>('update')

export const useFormMode = (): FormMode => use(FormModeContext)
