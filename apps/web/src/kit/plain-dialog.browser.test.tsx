import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { confirm } from './dialogs.ts'
import { PlainDialog } from './plain-dialog.tsx'
import { mount } from './test-mount.tsx'

const Screen = () => {
  const [left, setLeft] = useState(0)
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button">beneath</button>
      <output>{left}</output>
      {open && (
        <PlainDialog name="答える" onLeave={() => setLeft((times) => times + 1)}>
          <button type="button" onClick={() => setOpen(false)}>
            inside
          </button>
          <button type="button" onClick={() => void confirm({ body: '消しますか。', verb: '消す' })}>
            question
          </button>
        </PlainDialog>
      )}
    </>
  )
}

const dialog = page.getByRole('dialog', { name: '答える' })
const timesLeft = () => document.querySelector('output')?.textContent

test('it takes the focus, and nothing beneath is reached by Tab while it is open', async () => {
  await mount(Screen)
  await expect.element(dialog).toHaveFocus()
  const reached: (string | null | undefined)[] = []
  for (let press = 0; press < 4; press++) {
    await userEvent.keyboard('{Tab}')
    reached.push(document.activeElement?.textContent)
  }
  expect(reached).toContain('inside')
  expect(reached).not.toContain('beneath')
  await dialog.getByRole('button', { name: 'inside' }).click()
  await page.getByRole('button', { name: 'beneath' }).click()
})

test('Escape and a press beside it leave it, a press inside and Escape in a question above do not', async () => {
  await mount(Screen)
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(timesLeft()).toBe('1')
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.poll(timesLeft).toBe('2')
  // Words selected from within up to beside it.
  const beside = document.elementFromPoint(5, 5)
  dialog.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  beside?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(timesLeft()).toBe('2')
  await dialog.getByRole('button', { name: 'question' }).click()
  const answer = page.getByRole('button', { name: '消す' })
  await expect.element(answer).toBeVisible()
  await answer.click({ trial: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(answer).not.toBeInTheDocument()
  expect(timesLeft()).toBe('2')
})

test.each([1440, 375])('it is inside a screen of %i px', async (width) => {
  await mount(Screen)
  await page.viewport(width, 600)
  await expect.element(dialog).toBeVisible()
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  const { left, right, bottom } = dialog.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(width)
  expect(bottom).toBeLessThanOrEqual(600)
})
