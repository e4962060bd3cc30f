import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../test-mount.tsx'
import { MadeStep, type MadeField } from './made-step.tsx'

const made: MadeField = {
  field: 'userName',
  label: 'ログインID',
  name: 'loginIds',
  ways: [
    { value: 'code', label: '拠点コードから作る', example: '本社-1', refusal: '拠点コード「本社」は、ログインIDに使えません。' },
    { value: 'number', label: '連番で作る', example: '1' },
  ],
  note: '',
}

test('a way that cannot be taken is disabled, with the reason beside it', async () => {
  const onChoose = vi.fn()
  await mount(() => <MadeStep made={made} rows={3} value={undefined} onChoose={onChoose} />)
  const refused = page.getByRole('radio', { name: /拠点コードから作る/ })
  await expect.element(refused).toBeDisabled()
  await expect.element(page.getByText('拠点コード「本社」は、ログインIDに使えません。')).toBeVisible()
  await expect.element(page.getByText('例：本社-1')).not.toBeInTheDocument()
  await page.getByRole('radio', { name: /連番で作る/ }).click()
  expect(onChoose).toHaveBeenCalledWith('number')
})
