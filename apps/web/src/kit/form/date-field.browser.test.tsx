import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { mount } from '../test-mount.tsx'
import { DateField } from './date-field.tsx'
import { useForm } from './use-form.ts'

const schema = z.object({ dateOfBirth: z.iso.date() })

/** A form of one day; what it holds of it. */
const form = async () => {
  let held: unknown
  await mount(() => {
    const state = useForm('person', { schema, resource: 'user', initial: { dateOfBirth: '' }, onSubmit: async () => undefined })
    held = state.draft.dateOfBirth
    return (
      <form noValidate onSubmit={(event) => void state.submit(event)}>
        <DateField form={state} name="dateOfBirth" />
        <button type="submit">登録する</button>
      </form>
    )
  })
  return { held: () => held }
}

const day = page.getByLabelText('生年月日')

const typeAndLeave = async (typed: string) => {
  await userEvent.type(day, typed)
  await userEvent.tab()
}

test.each(['1985-02-30', '1985/02/30', '1985-2-30', '昭和60年2月30日'])('%s is no day: it stays in sight and is refused', async (typed) => {
  const { held } = await form()
  await typeAndLeave(typed)
  await expect.element(day).toHaveValue(typed)
  expect(held()).not.toMatch(/^1985-03/)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect.element(day).toHaveAttribute('aria-invalid', 'true')
  await expect.element(day).toHaveValue(typed)
})

test.each(['1985/2/28', '1985-2-28'])('%s typed with pauses is not written over before its end', async (typed) => {
  const { held } = await form()
  for (const letter of typed) {
    await userEvent.type(day, letter)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await expect.element(day).toHaveValue(typed)
  await userEvent.tab()
  await expect.element(day).toHaveValue('1985/02/28')
  expect(held()).toBe('1985-02-28')
})

test.each(['1985-02-28', '1985/2/28', '19850228', '昭和60年2月28日'])('%s is shown and held as one day', async (typed) => {
  const { held } = await form()
  await typeAndLeave(typed)
  await expect.element(day).toHaveValue('1985/02/28')
  expect(held()).toBe('1985-02-28')
})

test('a mouse that rests on the calendar writes nothing between what is typed', async () => {
  const { held } = await form()
  await userEvent.click(day)
  await userEvent.type(day, '1985')
  await userEvent.hover(page.getByTitle(/-15$/))
  await userEvent.keyboard('/2/28')
  await expect.element(day).toHaveValue('1985/2/28')
  await userEvent.tab()
  expect(held()).toBe('1985-02-28')
})
