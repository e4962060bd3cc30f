import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AnswerError } from '../platform/call-error.ts'
import { mount } from '../kit/test-mount.tsx'
import { planOf } from './test-plan.ts'
import { TrialPanel } from './trial-panel.tsx'
import { useTrialOpening } from './use-trial-opening.ts'

type Props = Parameters<typeof TrialPanel>[0]

const show = async (given: Partial<Props> = {}) => {
  const onChange = vi.fn()
  const props: Props = {
    plan: planOf(),
    tried: undefined,
    failure: null,
    search: { groupId: 1 },
    mayChange: true,
    onChange,
    onClose: vi.fn(),
    ...given,
  }
  await mount(() => <TrialPanel {...props} />)
  return onChange
}

test('what is tried is marked as not saved, and a group alone leaves nothing to undo', async () => {
  await show()
  await expect.element(page.getByText('試算・保存されていません')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'もとに戻す' })).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'この設定を保存' })).not.toBeInTheDocument()
})

test('on a phone everything in it can be met with a thumb', async () => {
  await show({ search: { groupId: 1, breaks: '15:00-15:30' } })
  await page.viewport(375, 812)
  await expect.element(page.getByRole('button', { name: '休憩1を外す' })).toBeVisible()
  const targets = [...document.querySelectorAll('section button, section .ant-select, section input[type="time"]')]
  expect(targets.length).toBeGreaterThan(10)
  const small = targets.filter((target) => target.getBoundingClientRect().height < 48)
  expect(small.map(({ outerHTML }) => outerHTML)).toEqual([])
})

test('a time is taken once it is whole and confirmed', async () => {
  const onChange = await show()
  const from = page.getByLabelText('作業の開始')
  await from.fill('')
  await userEvent.keyboard('{Enter}')
  await from.fill('06:00')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([[{ groupId: 1, from: '06:00' }]])
})

test('a break is added, and taken out again', async () => {
  const onChange = await show({ search: { groupId: 1, breaks: '15:00-15:30' } })
  await page.getByRole('button', { name: '休憩を足す' }).click()
  expect(onChange).toHaveBeenLastCalledWith({ groupId: 1, breaks: '15:00-15:30,10:30-11:30' })
  await page.getByRole('button', { name: '休憩1を外す' }).click()
  expect(onChange).toHaveBeenLastCalledWith({ groupId: 1, breaks: undefined })
})

test('opening moves the focus to the heading, closing back to the button, and an address moves nothing', async () => {
  const Opened = ({ isOpenAtFirst }: { readonly isOpenAtFirst: boolean }) => {
    const { isOpen, open, close, takeFocus } = useTrialOpening(isOpenAtFirst)
    const [search, setSearch] = useState<Props['search']>({})
    const panel = { plan: planOf(), tried: undefined, failure: null, search, mayChange: true, onChange: setSearch, onClose: close }
    return (
      <>
        {isOpen && <TrialPanel {...panel} headingRef={takeFocus} />}
        <div style={{ blockSize: 2_000 }} />
        {!isOpen && (
          <button ref={takeFocus} type="button" onClick={open}>
            条件を変えてためす
          </button>
        )}
      </>
    )
  }
  await mount(() => <Opened isOpenAtFirst />)
  const heading = page.getByRole('heading', { name: 'ためす' })
  await expect.element(heading).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  await page.getByRole('button', { name: '閉じる' }).click()
  const button = page.getByRole('button', { name: '条件を変えてためす' })
  await expect.element(button).toHaveFocus()
  await button.click()
  await expect.element(heading).toHaveFocus()
  expect(heading.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
})

const plan = planOf()
const tried = {
  ...plan,
  groups: plan.groups.map((group, index) => (index === 0 ? { ...group, isTrial: true, limit: 26, hoursAbove: 11 } : group)),
}

test('the effect is said from the saved setting to the tried one, and its values lead to the group’s form', async () => {
  const onChange = await show({ tried, search: { groupId: 1, metabolicClass: 3, breaks: '12:00-13:00' } })
  await expect
    .poll(() => page.getByLabelText('足場班の、いまの設定から試算').element().textContent)
    .toContain('基準値28 → 26 ℃超える9 → 11 時間')
  await expect.element(page.getByRole('link', { name: 'この設定を保存' })).toHaveAttribute('href', '/group/edit/1?metabolicClass=3')
  await page.getByRole('button', { name: 'もとに戻す' }).click()
  expect(onChange.mock.calls.at(-1)?.[0]).toMatchObject({ groupId: 1, metabolicClass: undefined, breaks: undefined })
})

test('hours and breaks alone are no setting of a group, and leaders save none', async () => {
  await show({ tried, search: { groupId: 1, breaks: '12:00-13:00' } })
  await expect.element(page.getByRole('link', { name: 'この設定を保存' })).not.toBeInTheDocument()
})

test('a leader sees whom to ask', async () => {
  await show({ tried, search: { groupId: 1, metabolicClass: 3 }, mayChange: false })
  await expect.element(page.getByRole('link', { name: 'この設定を保存' })).not.toBeInTheDocument()
  await expect.element(page.getByText('保存は、拠点管理者に頼んでください。')).toBeVisible()
})

test('what cannot be tried says why, without an effect', async () => {
  const failure = new AnswerError(400, [{ row: null, text: '休憩は作業時間の中にしてください。' }], new Headers())
  await show({ failure, search: { groupId: 1, breaks: '03:00-04:00' } })
  await expect.element(page.getByText('休憩は作業時間の中にしてください。')).toBeVisible()
  await expect.element(page.getByLabelText('足場班の、いまの設定から試算')).not.toBeInTheDocument()
})
