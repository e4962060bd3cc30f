import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { UnreachableError } from '../platform/call-error.ts'
import type { FormMode } from './form/form-mode.ts'
import { TextField } from './form/text-field.tsx'
import { ResourceForm } from './resource-form.tsx'
import { mount } from './test-mount.tsx'
import { useResourceForm } from './use-resource-form.ts'

const list = screens.companyList
const schema = z.object({ companyName: z.string().min(1) })

const fail = (fault: Error) => async (): Promise<never> => {
  throw fault
}

const saveWith = async (mode: FormMode, error: Error) => {
  await mount(() => {
    const form = useResourceForm('company', {
      mode,
      list,
      schema,
      resource: 'company',
      initial: { companyName: '青葉建設' },
      save: fail(error),
    })
    return (
      <ResourceForm mode={mode} list={list} form={form}>
        <TextField form={form} name="companyName" />
      </ResourceForm>
    )
  })
  const verb = mode === 'create' ? '登録する' : '更新する'
  await page.getByRole('button', { name: verb }).click()
  await page.getByRole('dialog').getByRole('button', { name: verb }).click()
}

test.each([
  ['create', false, message('sendAgain')],
  ['create', true, message('E004')],
  ['update', false, message('E008')],
] as const)('a save without an answer (%s, offline %s) says what is to be done', async (mode, offline, words) => {
  await saveWith(mode, new UnreachableError(offline))
  const failure = page.getByRole('dialog', { name: '失敗' })
  await expect.element(failure.getByText(words)).toBeVisible()
  await failure.getByRole('button', { name: '閉じる' }).click()
  await expect.element(failure).not.toBeInTheDocument()
})

test('what is asked before a save leaves nothing stored when it fails', async () => {
  await mount(() => {
    const form = useResourceForm('company', {
      mode: 'create',
      list,
      schema,
      resource: 'company',
      initial: { companyName: '青葉建設' },
      beforeSave: fail(new UnreachableError(false)),
      save: fail(new Error('nothing was to be sent')),
    })
    return (
      <ResourceForm mode="create" list={list} form={form}>
        <TextField form={form} name="companyName" />
      </ResourceForm>
    )
  })
  await page.getByRole('button', { name: '登録する' }).click()
  const failure = page.getByRole('dialog', { name: '失敗' })
  await expect.element(failure.getByText(message('E008'))).toBeVisible()
  await failure.getByRole('button', { name: '閉じる' }).click()
})
