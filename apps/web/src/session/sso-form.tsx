import { singleSignOn } from '@mimamori/contract/single-sign-on'
import { Button } from 'antd'
import { useEffect } from 'react'
import { z } from 'zod'
import { TextField } from '../kit/form/text-field.tsx'
import { controlId, useForm } from '../kit/form/use-form.ts'

const Asked = z.object({ company: z.string().trim().min(1).max(100) })

/** Leads to the provider of a company, which answers to the login screen; by a login ID it is that person's company. */
const leave = (name: string) =>
  location.assign(
    `${import.meta.env.VITE_API_BASE ?? ''}${singleSignOn.start.path}?${new URLSearchParams({ company: name, username: name })}`,
  )

/** Asks whose provider to sign in at. */
export const SsoForm = ({ onBack }: { readonly onBack: () => void }) => {
  const form = useForm('sso', {
    schema: Asked,
    resource: 'singleSignOn',
    initial: { company: '' },
    onSubmit: async ({ company }) => leave(company),
  })
  useEffect(() => document.getElementById(controlId('sso', 'company'))?.focus(), [])
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <TextField form={form} name="company" size="large" face="id" autoComplete="organization" />
      <Button type="primary" htmlType="submit" size="large" block loading={form.submitting}>
        会社の認証へ進む
      </Button>
      <Button type="link" block onClick={onBack}>
        パスワードを使う
      </Button>
    </form>
  )
}
