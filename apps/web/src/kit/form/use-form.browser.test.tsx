import { describe, expect, test, vi } from 'vitest'
import { useEffect, useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { Notices } from '../notices.tsx'
import { mount } from '../test-mount.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { FieldErrors } from './check.ts'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'
import { testSession } from './test-session.ts'
import { useForm } from './use-form.ts'

// In another order than on the screen.
const schema = z.object({ furigana: z.string().max(3), fullName: z.string().min(1).max(5) })

/** A form of a name above its reading. */
const form = async (save: () => Promise<FieldErrors | void> = async () => undefined) => {
  const onSubmit = vi.fn(save)
  const onSaved = vi.fn()
  let isDirty = () => false
  await mount(() => {
    const state = useForm('person', { schema, resource: 'user', initial: { fullName: '', furigana: 'カナ' }, onSubmit, onSaved })
    isDirty = state.isDirty
    return (
      <form noValidate onSubmit={(event) => void state.submit(event)}>
        <ErrorSummary form={state} unsaved="登録はまだ行われていません。" />
        <TextField form={state} name="fullName" />
        <TextField form={state} name="furigana" />
        <button type="submit">登録する</button>
      </form>
    )
  })
  return { onSubmit, onSaved, isDirty: () => isDirty() }
}

const fullName = page.getByLabelText('氏名')
const furigana = page.getByLabelText('フリガナ')
const submit = page.getByRole('button', { name: '登録する' })
const alerts = page.getByRole('alert')

test('faults wait for the first attempt, are in the order of the screen, and the first has the focus', async () => {
  const { onSubmit } = await form()
  await furigana.fill('カナカナ')
  await expect.element(alerts).not.toBeInTheDocument()
  await submit.click()
  await expect.element(fullName).toHaveFocus()
  await expect.element(fullName).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('2か所に入力の誤りがあります。')).toBeVisible()
  expect(
    page
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['氏名', 'フリガナ'])
  await page.getByRole('link', { name: 'フリガナ' }).click()
  await expect.element(furigana).toHaveFocus()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a fault follows the typing, and Enter sends what is right', async () => {
  const { onSubmit, onSaved } = await form()
  await submit.click()
  await expect.element(fullName).toHaveAttribute('aria-invalid', 'true')
  await fullName.fill('田中誠')
  await expect.element(fullName).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(onSubmit).toHaveBeenCalledWith({ fullName: '田中誠', furigana: 'カナ' }, expect.any(Function))
})

test('a fault of the server is shown at its field until that is changed, and nothing counts as saved', async () => {
  const { onSaved, isDirty } = await form(async () => ({ furigana: '使われています。' }))
  await fullName.fill('田中誠')
  await submit.click()
  await expect.element(page.getByText('使われています。')).toBeVisible()
  await expect.element(furigana).toHaveFocus()
  expect(onSaved).not.toHaveBeenCalled()
  expect(isDirty()).toBe(true)
  await furigana.fill('カ')
  await expect.element(page.getByText('使われています。')).not.toBeInTheDocument()
})

test('what is typed and taken back, or saved, is no change', async () => {
  const { isDirty, onSaved } = await form()
  await fullName.fill('田中誠')
  expect(isDirty()).toBe(true)
  await fullName.fill('')
  expect(isDirty()).toBe(false)
  await fullName.fill('田中誠')
  await submit.click()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(isDirty()).toBe(false)
})

test('two presses send once', async () => {
  let finish = () => undefined as void
  const { onSubmit, onSaved } = await form(() => new Promise<void>((resolve) => (finish = resolve)))
  await fullName.fill('田中誠')
  await submit.click()
  await submit.click()
  finish()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

describe('a session that ends while something is typed', () => {
  const signIn = testSession.begin
  const endSession = () => {
    testSession.end()
    // The screen gives way to the login.
    shown.set(null)
  }
  const shown = { set: (_: Values | null) => undefined as void }

  const accountSchema = z.object({ fullName: z.string().min(1), furigana: z.string(), password: z.string().optional() })
  type Values = { readonly fullName: string; readonly furigana: string }
  const blank: Values = { fullName: '', furigana: '' }
  let isDirty = () => false

  const AccountForm = ({ initial }: { readonly initial: Values }) => {
    const state = useForm('account', { schema: accountSchema, resource: 'user', initial, onSubmit: async () => undefined })
    isDirty = state.isDirty
    return (
      <form noValidate onSubmit={(event) => void state.submit(event)}>
        <TextField form={state} name="fullName" />
        <TextField form={state} name="furigana" />
        <PasswordField form={state} name="password" autoComplete="new-password" />
        <button type="submit">登録する</button>
      </form>
    )
  }
  const Console = () => {
    const [initial, setInitial] = useState<Values | null>(blank)
    useEffect(() => {
      shown.set = setInitial
    }, [])
    return (
      <>
        {initial === null ? <p>ログイン</p> : <AccountForm initial={initial} />}
        <Notices />
      </>
    )
  }
  const signedOut = () => expect.element(page.getByText('ログイン')).toBeVisible()
  const offered = page.getByText(/入力中の内容を戻しました/)
  const password = page.getByLabelText('パスワード', { exact: true })
  const storedDrafts = () => Object.keys(sessionStorage).filter((name) => name.startsWith('draft '))

  test('gives it back to the same account on the same screen, but no password, and discards it on request', async () => {
    signIn(7)
    await mount(Console)
    await fullName.fill('田中誠')
    await password.fill('Secret-1234')
    endSession()
    await signedOut()
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Secret')
    signIn(7)
    shown.set(blank)
    await expect.element(fullName).toHaveValue('田中誠')
    await expect.element(password).toHaveValue('')
    await expect.element(offered).toBeVisible()
    expect(isDirty()).toBe(true)
    expect(storedDrafts()).toEqual([])
    await page.getByRole('button', { name: '破棄する' }).click()
    await expect.element(fullName).toHaveValue('')
    expect(isDirty()).toBe(false)
    await expect.element(offered).not.toBeInTheDocument()
  })

  test('takes the offer away once what was given back is saved', async () => {
    signIn(7)
    await mount(Console)
    await fullName.fill('田中誠')
    endSession()
    await signedOut()
    signIn(7)
    shown.set(blank)
    await expect.element(offered).toBeVisible()
    await submit.click()
    await expect.element(offered).not.toBeInTheDocument()
    expect(isDirty()).toBe(false)
  })

  test('keeps nothing where nothing was typed, and gives nothing to another account or record', async () => {
    signIn(7)
    await mount(Console)
    await expect.element(fullName).toBeVisible()
    endSession()
    await signedOut()
    expect(storedDrafts()).toEqual([])
    signIn(7)
    shown.set(blank)
    await fullName.fill('田中誠')
    endSession()
    await signedOut()
    expect(storedDrafts()).toHaveLength(1)
    signIn(8)
    shown.set(blank)
    await expect.element(fullName).toHaveValue('')
    endSession()
    await signedOut()
    signIn(7)
    shown.set({ fullName: '山田', furigana: 'ヤマダ' })
    await expect.element(fullName).toHaveValue('山田')
  })
})
