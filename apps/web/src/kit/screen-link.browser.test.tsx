import { screens } from '@mimamori/contract/screens'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { leadBy } from '../platform/go.ts'
import { ScreenLink } from './screen-link.tsx'
import { mount } from './test-mount.tsx'

test('a link has the address that the router writes, and leads by who leads', async () => {
  await mount(() => (
    <>
      <ScreenLink to={screens.conditionList.path} search={{ officeId: 3 }}>
        一覧
      </ScreenLink>
      <ScreenLink to={screens.workerEdit.path} params={{ id: '7' }}>
        編集
      </ScreenLink>
    </>
  ))
  const led: unknown[] = []
  leadBy((options) => {
    led.push(options)
    return Promise.resolve()
  })
  await expect.element(page.getByRole('link', { name: '一覧' })).toHaveAttribute('href', '/physical-condition/list?officeId=3')
  await expect.element(page.getByRole('link', { name: '編集' })).toHaveAttribute('href', screens.workerEdit.path.replace('$id', '7'))
  await page.getByRole('link', { name: '一覧' }).click()
  expect(led).toEqual([{ to: screens.conditionList.path, params: {}, search: { officeId: 3 } }])
})

test('what opens a new tab is the browser’s', async () => {
  await mount(() => <ScreenLink to={screens.conditionList.path}>一覧</ScreenLink>)
  const led: unknown[] = []
  leadBy((options) => {
    led.push(options)
    return Promise.resolve()
  })
  const found = page.getByRole('link', { name: '一覧' })
  await expect.element(found).toBeVisible()
  const link = found.element()
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  link.addEventListener('click', (clicked) => expect(clicked.defaultPrevented).toBe(false))
  // Only so that the browser of the test stays where it is.
  addEventListener('click', (clicked) => clicked.preventDefault(), { once: true })
  link.dispatchEvent(event)
  expect(led).toEqual([])
})
