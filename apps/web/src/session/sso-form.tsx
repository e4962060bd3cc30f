import { Button } from 'antd'
import { useEffect } from 'react'
import { z } from 'zod'
import { TextField } from '../kit/form/text-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { useForm } from '../kit/form/use-form.ts'
import { findServer, leaveForProvider } from '../platform/identity-provider.ts'
import { ssoCompany } from './sso-company.ts'
import { loginFailure } from './login-failure.ts'
import { TranslatedText } from '../kit/translated-text.tsx'

const SignInName = z.object({ company: z.string().trim().min(1).max(100) })

type SsoFormProps = {
  /** True if the previous input was refused. */
  readonly isRefused: boolean
  readonly onFailure: (words: string | null) => void
  readonly onBack: () => void
}

/** Asks whose provider to sign in at. What was typed is there again for people who come back from a provider without success. */
export const SsoForm = ({ isRefused, onFailure, onBack }: SsoFormProps) => {
  const form = useForm('sso', {
    schema: SignInName,
    resource: 'singleSignOn',
    initial: { company: isRefused ? ssoCompany.read() : '' },
    onSubmit: async ({ company }) => {
      onFailure(null)
      try {
        await findServer()
      } catch (error) {
        onFailure(loginFailure(error))
        return {}
      }
      ssoCompany.keep(company)
      // By a login ID it is that person's company.
      leaveForProvider({ company, username: company })
    },
  })
  useEffect(() => document.getElementById(controlId('sso', 'company'))?.focus(), [])
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField form={form} name="company" size="large" face="id" autoComplete="organization" />
      <Button type="primary" htmlType="submit" size="large" block loading={form.submitting}>
        <TranslatedText name="signIn.toProvider" />
      </Button>
      <Button type="link" block onClick={onBack}>
        <TranslatedText name="signIn.usePassword" />
      </Button>
    </form>
  )
}
