import type { Downlink } from '@mimamori/contract/downlink'
import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryOf } from '../platform/query.ts'
import { CommandList } from './command-list.tsx'
import type { ConfirmationState } from './confirmation.ts'

const command = (values: Partial<Downlink>): Downlink => ({
  id: 1,
  device: 'B-07',
  kind: 'belt',
  payload: { buzzer: '0' },
  state: 'pending',
  createdAt: '2026-07-20T09:00:00+09:00',
  createdBy: null,
  sentAt: null,
  ackedAt: null,
  error: null,
  renews: false,
  ...values,
})

const client = new QueryClient()
const List = ({ commands, buzzer }: { readonly commands: readonly Downlink[]; readonly buzzer: ConfirmationState }) => {
  const read = queryOf(endpoints.downlink.list, { query: { device: 'B-07', kind: 'belt', officeId: 1, limit: 50 } })
  const result = useQuery({ ...read, enabled: false })
  return <CommandList device="B-07" isSaved commands={commands} result={result} standings={new Map([['buzzer', buzzer]])} />
}
const show = (commands: readonly Downlink[], buzzer: ConfirmationState) =>
  mount(() => (
    <QueryClientProvider client={client}>
      <List commands={commands} buzzer={buzzer} />
    </QueryClientProvider>
  ))

test('a setting whose device was away too long is said to go out again by itself', async () => {
  await show([command({ state: 'expired', renews: true })], 'lost')
  const sent = page.getByRole('list', { name: 'B-07に送った設定' })
  await expect.element(sent.getByText('期限切れ', { exact: false })).toBeVisible()
  await expect.element(sent.getByText('機器の受信が戻ると、設定を自動でもう一度送ります。', { exact: false })).toBeVisible()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('1項目が機器に伝わっていません。機器の受信が戻ると、自動でもう一度送ります。')
})

test('one that the device refused, or never answered, is sent again by saving', async () => {
  await show([command({ state: 'failed', error: '電池が足りません。' }), command({ id: 2, state: 'expired' })], 'lost')
  await expect.element(page.getByText('電池が足りません。')).toBeVisible()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('1項目が機器に伝わっていません。「保存する」を押すと、もう一度送ります。')
})
