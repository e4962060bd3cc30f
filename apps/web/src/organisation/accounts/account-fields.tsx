import type { ServiceAdminDraft } from '@mimamori/contract/person'
import { z } from 'zod'
import { FormSection } from '../../kit/form/form-section.tsx'
import { PasswordField } from '../../kit/form/password-field.tsx'
import { partOf, type Needs } from '../../kit/form/part-of.ts'
import { TextField } from '../../kit/form/text-field.tsx'
import { useFormMode } from '../../kit/form/form-mode.ts'
import type { FormState } from '../../kit/form/use-form.ts'
import { PasswordRules } from '../../kit/password-rules.tsx'

type Account = typeof ServiceAdminDraft
type FormProps<Schema extends z.ZodObject, Names extends string> = { readonly form: FormState<Schema> } & Needs<Schema, Names>

/** 姓と名 and their reading. */
export const NameFields = <Schema extends z.ZodObject>({ form }: FormProps<Schema, 'fullName' | 'furigana'>) => {
  const part = partOf<Account>(form)
  return (
    <>
      <TextField form={part} name="fullName" autoComplete="off" placeholder="例 佐々木　隆" hint="姓と名の間に全角の空白を入れます。" />
      <TextField form={part} name="furigana" placeholder="例 ササキ　タカシ" hint="姓と名の間に全角の空白を入れます。" />
    </>
  )
}

/** Telephone and mail. */
export const ContactFields = <Schema extends z.ZodObject>({ form }: FormProps<Schema, 'phoneNumber' | 'email'>) => {
  const part = partOf<Account>(form)
  return (
    <>
      <TextField form={part} name="phoneNumber" inputMode="tel" placeholder="例 090-5555-0188" hint="半角数字とハイフン、15文字まで" />
      <TextField form={part} name="email" inputMode="email" placeholder="name@example.jp" hint="半角英数字と記号、64文字まで" />
    </>
  )
}

/** The name one signs in with. */
export const LoginIdField = <Schema extends z.ZodObject>({ form }: FormProps<Schema, 'userName'>) => (
  <TextField form={partOf<Account>(form)} name="userName" face="id" hint="半角の英数字と . _ - @" />
)

const Passwords = z.object({ password: z.string(), confirmPassword: z.string() })

/** The password, twice; left empty in a change it stays as it is. Nothing to see where a form is only read. */
export const PasswordFields = <Schema extends z.ZodObject>({ form }: FormProps<Schema, 'password' | 'confirmPassword'>) => {
  const part = partOf<typeof Passwords>(form)
  const mode = useFormMode()
  if (mode === 'view') return null
  const again = mode === 'create' ? 'もう一度、同じパスワードを入力します。' : '変えないときは、どちらも空のままにします。'
  return (
    <>
      <PasswordField
        form={part}
        name="password"
        autoComplete="new-password"
        hint={<PasswordRules password={part.draft.password ?? ''} />}
      />
      <PasswordField form={part} name="confirmPassword" autoComplete="new-password" hint={again} />
    </>
  )
}

/** Who an administrator is, and how they are reached. */
export const PersonSection = <Schema extends z.ZodObject>({
  form,
}: FormProps<Schema, 'fullName' | 'furigana' | 'phoneNumber' | 'email'>) => {
  const part = partOf<Account>(form)
  return (
    <FormSection name="本人">
      <NameFields form={part} />
      <ContactFields form={part} />
    </FormSection>
  )
}

const SignIn = Passwords.extend({ userName: z.string() })

/** How an administrator signs in. */
export const SignInSection = <Schema extends z.ZodObject>({ form }: FormProps<Schema, 'userName' | 'password' | 'confirmPassword'>) => {
  const part = partOf<typeof SignIn>(form)
  return (
    <FormSection name="アカウント">
      <LoginIdField form={part} />
      <span />
      <PasswordFields form={part} />
    </FormSection>
  )
}
