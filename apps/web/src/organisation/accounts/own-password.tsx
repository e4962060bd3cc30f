import { message } from '@mimamori/contract/messages'
import type { PasswordAgain } from '@mimamori/contract/second-factor'
import { useTranslation } from '../../platform/texts.ts'
import type { z } from 'zod'
import type { FieldErrors } from '../../kit/form/check.ts'
import { partOf, type Needs } from '../../kit/form/part-of.ts'
import { PasswordField } from '../../kit/form/password-field.tsx'
import type { FormState } from '../../kit/form/use-form.ts'
import { errorLines } from '../../platform/call-error.ts'

type OwnPasswordProps<Schema extends z.ZodObject> = { readonly form: FormState<Schema> } & Needs<Schema, 'password'>

/** One's own password, asked for again before something of the sign-in changes. */
export const OwnPasswordField = <Schema extends z.ZodObject>({ form }: OwnPasswordProps<Schema>) => {
  const { t } = useTranslation()
  return (
    <PasswordField
      form={partOf<typeof PasswordAgain>(form)}
      name="password"
      autoComplete="current-password"
      hint={t('common.security.passwordHint', { furigana: 'keep' })}
    />
  )
}

/** A wrong password is said at its field. */
export const ownPasswordFaults = (error: unknown): FieldErrors | undefined =>
  errorLines(error).some(({ text }) => text === message('passwordWrong')) ? { password: message('passwordWrong') } : undefined
