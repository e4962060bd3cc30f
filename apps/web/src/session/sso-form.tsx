import { singleSignOn } from '@mimamori/contract/single-sign-on'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { TextField } from '../kit/form/text-field.tsx'
import { controlId, useForm } from '../kit/form/use-form.ts'
import { UnreachableError } from '../platform/call-error.ts'
import { ssoCompany } from './sso-company.ts'
import { loginFailure } from './login-failure.ts'

const SignInName = z.object({ company: z.string().trim().min(1).max(100) })

const base = import.meta.env.VITE_API_BASE ?? ''

/** Leads to the provider of a company, which answers to the login screen; by a login ID it is that person's company. */
const leave = (name: string) =>
  location.assign(`${base}${singleSignOn.start.path}?${new URLSearchParams({ company: name, username: name })}`)

/** @throws CallError where the server cannot be reached: the browser's own page about that is no way back */
const findServer = async (): Promise<void> => {
  try {
    await fetch(`${base}/healthz`, { cache: 'no-store' })
  } catch {
    throw new UnreachableError(!navigator.onLine)
  }
}

type SsoFormProps = {
  /** True if the previous input was refused. */
  readonly isRefused: boolean
  readonly onFailure: (words: string | null) => void
  readonly onBack: () => void
}

/** Asks whose provider to sign in at. What was typed is there again for people who come back from a provider without success. */
export const SsoForm = ({ isRefused, onFailure, onBack }: SsoFormProps) => {
  const { t } = useTranslation('texts')
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
      leave(company)
    },
  })
  useEffect(() => document.getElementById(controlId('sso', 'company'))?.focus(), [])
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField form={form} name="company" size="large" face="id" autoComplete="organization" />
      <Button type="primary" htmlType="submit" size="large" block loading={form.submitting}>
        {t('signIn.toProvider')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('signIn.usePassword')}
      </Button>
    </form>
  )
}
