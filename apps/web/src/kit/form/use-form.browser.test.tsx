import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { mount } from '../test-mount.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { FieldErrors } from './check.ts'
import { TextField } from './text-field.tsx'
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

test('faults wait for the first attempt, stand in the order of the screen, and the first has the focus', async () => {
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

test('a fault of the server stands at its field until that is changed, and nothing counts as saved', async () => {
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
