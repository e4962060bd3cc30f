import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { DutyForm } from './duty-form.tsx'

test('a translation that is too long opens its panel, is named, and gets the focus', async () => {
  const duty = {
    officeId: 1,
    line: [{ role: '職長', name: '岩本　鉄男', phone: '' }],
    employers: [],
    procedures: '作業を止める',
    texts: { vi: 'a'.repeat(4_001) },
    version: 1,
    latest: { version: 1, validFrom: null },
  } as never
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <DutyForm duty={duty} present={[]} today="2026-07-21" onClose={() => undefined} />
    </QueryClientProvider>
  ))
  await page.getByRole('button', { name: '版2として保存する' }).click()
  await expect.element(page.getByRole('textbox', { name: /ベトナム語/ })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: /ベトナム語/ })).toHaveFocus()
  await expect.element(page.getByRole('alert')).toBeVisible()
})
