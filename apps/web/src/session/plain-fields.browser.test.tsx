import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { LoginPasswordField } from './plain-fields.tsx'
import { useLoginForm } from './use-login-form.ts'

const Form = () => <LoginPasswordField form={useLoginForm(async () => undefined)} />

test('the password is reached by a tap anywhere in its box, and keeps the focus while it is looked at', async () => {
  await mount(Form)
  const password = page.getByLabelText('パスワード', { exact: true })
  await expect.element(password).toBeVisible()
  expect(password.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await password.fill('Demo-1234')
  const eye = page.getByRole('button', { name: 'パスワードを表示' })
  await eye.click()
  await expect.element(eye).toHaveAttribute('aria-pressed', 'true')
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveValue('Demo-1234')
})
