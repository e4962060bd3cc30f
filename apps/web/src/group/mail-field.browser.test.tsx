import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draftOf } from '../kit/form/draft-of.ts'
import { useForm } from '../kit/form/use-form.ts'
import { mount } from '../kit/test-mount.tsx'
import { MailField } from './mail-field.tsx'
import { GroupForm } from './seats.ts'

const sent: string[] = []
let isRefused = false

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    sent.push(decodeURIComponent(new URL(url instanceof Request ? url.url : url, location.href).pathname))
    return isRefused ? Response.json(['メールアドレスを確かめてください。'], { status: 400 }) : Response.json({})
  })
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const Field = () => {
  const initial = draftOf(GroupForm, { listEmailAlert: ['gate@example.jp'], typedAddress: '' })
  const form = useForm('group', { schema: GroupForm, resource: 'group', initial, onSubmit: () => Promise.resolve() })
  return <MailField form={form} />
}

test('an address of a group is tried by a mail, and a refusal is shown in words', async () => {
  isRefused = false
  await mount(() => <Field />)
  const button = page.getByRole('button', { name: 'gate@example.jp にテスト送信' })
  await button.click()
  await expect.poll(() => sent).toEqual(['/api/Group/Email/gate@example.jp'])
  await expect.element(button).toBeEnabled()
  isRefused = true
  await button.click()
  await expect.element(page.getByText('メールアドレスを確かめてください。')).toBeVisible()
})
