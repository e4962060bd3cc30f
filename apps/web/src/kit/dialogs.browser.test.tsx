import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { confirm, showFailure } from './dialogs.ts'
import { mount } from './test-mount.tsx'

/** A button that asks before it acts. */
const asking = async () => {
  const answered = vi.fn()
  await mount(() => (
    <button type="button" onClick={() => void confirm({ body: '「人1」を削除します。', verb: '削除する' }).then(answered)}>
      削除
    </button>
  ))
  return answered
}

const opener = page.getByRole('button', { name: '削除', exact: true })
const dialog = page.getByRole('dialog')

test('a question says what will happen, does it by its verb, and gives the focus back', async () => {
  const answered = await asking()
  await opener.click()
  await expect.element(dialog.getByText('「人1」を削除します。')).toBeVisible()
  await dialog.getByRole('button', { name: '削除する' }).click()
  await expect.poll(() => answered.mock.calls).toEqual([[true]])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Escape and the way out are no', async () => {
  const answered = await asking()
  await opener.click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => answered.mock.calls).toEqual([[false]])
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await dialog.getByRole('button', { name: 'やめる' }).click()
  await expect.poll(() => answered.mock.calls).toEqual([[false], [false]])
  await expect.element(opener).toHaveFocus()
})

test('a failure has one way out, which has the focus', async () => {
  await mount(() => null)
  void showFailure(new Error('away'))
  await expect.element(dialog.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
})
