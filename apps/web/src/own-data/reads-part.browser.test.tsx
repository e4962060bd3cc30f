import type { OwnDataRead } from '@mimamori/contract/own-data'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { showLanguage } from '../platform/texts.ts'
import { ReadsPart } from './reads-part.tsx'

const at = '2026-07-20T13:50:00+09:00'
const reads: readonly OwnDataRead[] = [
  { at, role: 'readKey', screen: 'healthCondition', isBulk: false, action: 'read', times: 1 },
  { at, role: 'GroupLeader', screen: 'conditionList', isBulk: true, action: 'read', times: 3 },
]

const show = async (language: 'ja' | 'vi') => {
  await showLanguage(language)
  vi.stubGlobal('fetch', async () => Response.json({ data: reads, count: reads.length }))
  onTestFinished(async () => {
    queryClient.clear()
    vi.unstubAllGlobals()
    await showLanguage('ja')
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <ReadsPart />
    </QueryClientProvider>
  ))
}

test('a read key is named as a system of the company, people by their roles', async () => {
  await show('ja')
  await expect.element(page.getByText('会社のほかのシステム（自動）')).toBeVisible()
  await expect.element(page.getByText('職長')).toBeVisible()
})

test('and so it is in the language of the worker', async () => {
  await show('vi')
  await expect.element(page.getByText('Hệ thống khác của công ty (tự động)')).toBeVisible()
})
