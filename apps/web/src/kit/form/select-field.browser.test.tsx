import type { CDPSession } from '@vitest/browser-playwright'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { z } from 'zod'
import { mount } from '../test-mount.tsx'
import { type Choice, SelectField } from './select-field.tsx'
import { useForm } from './use-form.ts'

const schema = z.object({ gender: z.string() })
const needed = z.object({ gender: z.string().min(1) })

const setMotion = async (session: CDPSession, value: string) => {
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}

/** A field whose choices are still on their way, as somebody sees it who turned motion off or not. */
const mountField = async (motion: 'reduce' | 'no-preference') => {
  const session = cdp()
  await setMotion(session, motion)
  onTestFinished(() => setMotion(session, ''))
  let give: (choices: readonly Choice<string>[]) => void = () => undefined
  await mount(() => {
    const [choices, setChoices] = useState<readonly Choice<string>[]>()
    give = setChoices
    const form = useForm('person', { schema, resource: 'user', initial: { gender: '' }, onSubmit: async () => undefined })
    return (
      <div style={{ padding: 200 }}>
        <SelectField form={form} name="gender" choices={choices} />
      </div>
    )
  })
  return { give: (choices: readonly Choice<string>[]) => give(choices) }
}

const box = page.getByRole('combobox', { name: '性別' })
const sizeOf = (choice: Element) => choice.getBoundingClientRect()

test.each(['reduce', 'no-preference'] as const)(
  'choices that arrive while their list is open appear below the field (%s)',
  async (motion) => {
    const { give } = await mountField(motion)
    await box.click()
    await expect.element(page.getByText('該当する候補はありません')).toBeInViewport()
    give(Array.from({ length: 5 }, (_, n) => ({ value: String(n), label: `選択肢${n}` })))
    const first = page.getByText('選択肢0')
    await expect.element(first).toBeInViewport()
    const below = () => sizeOf(first.element()).top - sizeOf(box.element()).bottom
    await expect.poll(below).toBeGreaterThanOrEqual(0)
    expect(below()).toBeLessThan(40)
  },
)

test('a field that must be filled and waits for another one has its red edge after a try, though nothing can be chosen yet', async () => {
  await mount(() => {
    const form = useForm('person', { schema: needed, resource: 'user', initial: { gender: '' }, onSubmit: async () => undefined })
    return (
      <form onSubmit={form.submit}>
        <SelectField form={form} name="gender" choices={undefined} locked="先に会社を選んでください" />
        <button type="submit">保存する</button>
      </form>
    )
  })
  await expect.element(box).toBeDisabled()
  const edge = () => {
    const field = box.element().closest('.ant-select')
    return field === null ? '' : getComputedStyle(field).borderTopColor
  }
  const before = edge()
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.element(page.getByText('この項目は必須です。')).toBeVisible()
  const colour = document.body.appendChild(document.createElement('i'))
  colour.style.color = 'var(--input-error)'
  const red = getComputedStyle(colour).color
  expect(before).not.toBe(red)
  // The edge changes its colour by degrees.
  await expect.poll(edge).toBe(red)
})
