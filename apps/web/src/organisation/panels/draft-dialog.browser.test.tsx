import { PasskeyDraft } from '@mimamori/contract/second-factor'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TextField } from '../../kit/form/text-field.tsx'
import { mount } from '../../kit/test-mount.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { OwnPasswordField, ownPasswordFaults } from '../accounts/own-password.tsx'
import { CallError } from '../../platform/call-error.ts'

test('what was typed is asked about before it is lost, by any way out; what was not is not', async () => {
  const onClose = vi.fn()
  await mount(() => (
    <DraftDialog
      id="draft"
      resource="secondFactor"
      schema={PasskeyDraft}
      initial={{ name: '', password: '' }}
      title="登録"
      verb="次へ"
      save={async () => undefined}
      onClose={onClose}
    >
      {(form) => <TextField form={form} name="name" />}
    </DraftDialog>
  ))
  const dialog = page.getByRole('dialog', { name: '登録' })
  const wayOut = dialog.getByRole('button', { name: 'やめる' })
  await wayOut.click()
  expect(onClose).toHaveBeenCalledOnce()
  await dialog.getByLabelText('名前').fill('事務所')
  const question = page.getByRole('dialog').filter({ hasText: '保存していない変更があります' })
  const back = question.getByRole('button', { name: '編集に戻る' })
  await userEvent.keyboard('{Escape}')
  await back.click()
  await dialog.getByRole('button', { name: '閉じる' }).click()
  await back.click()
  expect(onClose).toHaveBeenCalledOnce()
  await expect.element(dialog.getByLabelText('名前')).toHaveValue('事務所')
  await wayOut.click()
  await question.getByRole('button', { name: '保存せずに閉じる' }).click()
  await expect.poll(() => onClose).toHaveBeenCalledTimes(2)
})

test('the first field has the focus, Enter saves from any field, and a wrong password is said at its own', async () => {
  const save = vi.fn(async () => {
    throw new CallError([{ row: null, text: '現在のパスワードが違います。' }])
  })
  await mount(() => (
    <DraftDialog
      id="draft"
      resource="secondFactor"
      schema={PasskeyDraft}
      initial={{ name: '', password: '' }}
      title="登録"
      verb="次へ"
      save={save}
      faultsOf={ownPasswordFaults}
      onClose={() => undefined}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <OwnPasswordField form={form} />
        </>
      )}
    </DraftDialog>
  ))
  await expect.element(page.getByLabelText('名前')).toHaveFocus()
  await userEvent.keyboard('事務所{Enter}')
  const password = page.getByLabelText('パスワード', { exact: true })
  await expect.element(password).toHaveFocus()
  expect(save).not.toHaveBeenCalled()
  await userEvent.keyboard('Wrong-1234{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('現在のパスワードが違います。')
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveFocus()
  expect(save).toHaveBeenCalledOnce()
})
