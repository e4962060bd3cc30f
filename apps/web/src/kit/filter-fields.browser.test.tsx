import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SelectFilter, TypingFilter } from './filter-fields.tsx'
import type { Choice } from './form/select-field.tsx'
import { mount } from './test-mount.tsx'
import { typingPauseMs } from './typing-pause.ts'

const site = '東雲三丁目 物流施設新築工事'
const nothing = () => undefined
const draw = (value: number, choices: readonly Choice<number>[] | undefined) =>
  mount(() => <SelectFilter label="拠点" value={value} choices={choices} onChange={nothing} />)

test('a value that is no choice is not shown by its number', async () => {
  await draw(999, [{ value: 1, label: site }])
  await expect.element(page.getByText('見つかりません')).toBeVisible()
  await expect.element(page.getByText('999')).not.toBeInTheDocument()
})

test('nor is one whose name is on its way', async () => {
  await draw(1, undefined)
  await expect.element(page.getByText('読み込み中')).toBeVisible()
})

test('the name of a site is read whole', async () => {
  await draw(1, [{ value: 1, label: site }])
  const name = page.getByText(site)
  await expect.element(name).toBeVisible()
  expect(name.element().scrollWidth - name.element().clientWidth).toBeLessThanOrEqual(0)
})

test('a search while somebody types waits for the number to be whole', async () => {
  const onChange = vi.fn()
  await mount(() => <TypingFilter label="番号" value={undefined} onChange={onChange} />)
  const box = page.getByRole('textbox', { name: '番号' })
  await expect.element(box).toBeVisible()
  const input = box.element() as HTMLInputElement
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const key of '103') {
    // While the browser types by itself, the time of this clock passes as well.
    input.setRangeText(key, input.value.length, input.value.length)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    vi.advanceTimersByTime(typingPauseMs - 1)
    expect(onChange).not.toHaveBeenCalled()
  }
  vi.advanceTimersByTime(1)
  expect(onChange).toHaveBeenCalledExactlyOnceWith('103')
})
