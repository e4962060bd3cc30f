import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { KeyState } from './key-state.tsx'

test.each([
  [{ revokedAt: null, endsOn: null }, '有効'],
  [{ revokedAt: null, endsOn: '2999-12-31' }, '有効'],
  [{ revokedAt: null, endsOn: '2020-01-31' }, '期限切れ'],
] as const)('a key or a link that is %o is called %s', async (row, word) => {
  await mount(() => <KeyState {...row} />)
  await expect.element(page.getByText(word)).toBeVisible()
  for (const other of ['有効', '期限切れ'].filter((one) => one !== word))
    await expect.element(page.getByText(other)).not.toBeInTheDocument()
})
