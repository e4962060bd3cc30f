import { PasskeyDraft } from '@mimamori/contract/second-factor'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TextField } from '../../kit/form/text-field.tsx'
import { mount } from '../../kit/test-mount.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { OwnPasswordField, ownPasswordFaults } from '../accounts/own-password.tsx'
import { CallError } from '../../platform/call-error.ts'

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
