import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { queryClient } from '../../platform/query.ts'
import { NoteForm } from './note-form.tsx'

const Where = () => <output>{useRouterState({ select: ({ location }) => location.pathname })}</output>

const where = page.getByRole('status')
const note = page.getByRole('textbox')
const away = page.getByRole('link', { name: 'ほかの画面' })
const question = page.getByRole('dialog')

test('a note that is being written is not lost without a question', async () => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <NoteForm alertId={1} />
      <Where />
      <Link to={'/other' as never}>ほかの画面</Link>
    </QueryClientProvider>
  ))
  await note.fill('病院へ運んだ')
  await away.click()
  await expect.element(question.getByText(/保存していない変更/)).toBeVisible()
  await question.getByRole('button', { name: '編集に戻る' }).click()
  await expect.element(where).not.toHaveTextContent('/other')
  await expect.element(note).toHaveValue('病院へ運んだ')
  await away.click()
  await question.getByRole('button', { name: '保存せずに移動' }).click()
  await expect.element(where).toHaveTextContent('/other')
})
