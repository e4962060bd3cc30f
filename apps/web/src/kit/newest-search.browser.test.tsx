import { useNavigate } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from './test-mount.tsx'
import { useNewestSearch } from '../platform/newest-search.ts'

const boxes = ['wbgt', 'heartRate'] as const

const Boxes = () => {
  const search = useNewestSearch()
  const navigate = useNavigate()
  return boxes.map((name) => (
    <label key={name}>
      <input
        type="checkbox"
        checked={search[name] === 1}
        onChange={({ target }) =>
          void navigate({ to: '.', search: () => ({ ...search, [name]: target.checked ? 1 : undefined }) as never })
        }
      />
      {name}
    </label>
  ))
}

test('a box is shown ticked at once, and the next tick leaves it so', async () => {
  const search = await mount(Boxes)
  const boxOf = (name: string) => page.getByLabelText(name).element() as HTMLInputElement
  await expect.element(page.getByLabelText('wbgt')).toBeVisible()
  // Without a pause, so that the router has drawn neither.
  boxOf('wbgt').click()
  expect(boxOf('wbgt').checked).toBe(true)
  boxOf('heartRate').click()
  expect(boxOf('heartRate').checked).toBe(true)
  await expect.poll(search).toEqual({ wbgt: 1, heartRate: 1 })
  expect(boxOf('wbgt').checked).toBe(true)
})
